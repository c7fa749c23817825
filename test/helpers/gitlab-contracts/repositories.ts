import type { Received } from '../../../sandbox/control/requests.ts'
import type { State } from '../../../sandbox/gitlab/state/model.ts'
import { addCommit, resolve } from '../../../sandbox/gitlab/state/repository.ts'
import remove from '../../../src/tools/gitlab/bulk/delete-branches.ts'
import edit from '../../../src/tools/gitlab/bulk/update-files.ts'
import type { AdapterContract, RequestKind } from '../../jobs/adapter-contract.ts'
import { classifierOf, opener, pathOf, projectAt } from '../gitlab-bulk.ts'

const branchesOf = (state: State, path: string) =>
  [...projectAt(state, path).repository.branches.values()].map(({ name, sha }) => [name, sha]).sort()

export const deleteBranches: AdapterContract = {
  adapter: remove,
  classify: classifierOf({ item: /\/projects\/([^/]+)\/repository\/branches\/([^/]+)/, sign: ':', list: /\/branches$/ }),
  open: opener({
    writes: id => ({ path: pathOf(id, ':', 'repository/branches'), method: 'DELETE' }),
    list: '/repository/branches(\\?|$)',
    seen: state => branchesOf(state, 'acme/web'),
    changed(state, id) {
      const { repository } = projectAt(state, 'acme/web')
      const name = id.slice(id.indexOf(':') + 1)
      const main = resolve(repository, 'main')
      if (main) repository.branches.set(name, { name, sha: main.id, protected: false })
    }
  }),
  good: { project: 'acme/web', stale_before: '2026-02-01T00:00:00Z' },
  nothing: { project: 'acme/web', merged: true, stale_before: '2020-01-01T00:00:00Z' },
  names: [],
  refused: [
    { input: { merged: true }, path: 'ids' },
    { input: { project: 'acme/web' }, path: 'merged' }
  ],
  unknown_names: [],
  without: {
    'undo returns one result for each item, even if one fails':
      'what makes a branch again is a request to all branches, which the fault for one does not meet'
  }
}

/** A commit and a merge request for each project. The commit changes it and comes first. */
function classify({ method, path, query }: Received): RequestKind {
  const [, project = '', rest = ''] = /\/projects\/([^/?]+)(.*)/.exec(path) ?? []
  if (method === 'POST' && rest === '/repository/commits') return { kind: 'write', ids: [decodeURIComponent(project)] }
  if (/\/groups\/[^/]+\/projects$/.test(path)) return { kind: 'list', most: Number(new URLSearchParams(query).get('per_page')) }
  return { kind: project === '' || method !== 'GET' ? 'other' : 'item' }
}

const EDIT = {
  file_path: 'README.md',
  find: 'The site of Acme.',
  replace: 'Of $& Acme.',
  branch: 'change/headline',
  commit_message: 'Shorten the headline',
  title: 'Shorten the headline'
}

export const updateFiles: AdapterContract = {
  adapter: edit,
  classify,
  open: opener({
    writes: id => ({ path: `/projects/${encodeURIComponent(id)}/repository/commits$`, method: 'POST' }),
    list: '/groups/[^/]+/projects',
    seen: state =>
      state.projects.map(({ path, merge_requests }) => [
        path,
        branchesOf(state, path).map(([name]) => name),
        merge_requests.filter(one => one.state === 'opened').map(one => one.title)
      ]),
    changed(state, id) {
      const { repository } = projectAt(state, id)
      const tip = resolve(repository, EDIT.branch)
      if (!tip) return
      const { id: _, ...content } = tip
      const { id: sha } = addCommit(repository, { ...content, parents: [tip.id], message: 'More\n' })
      repository.branches.set(EDIT.branch, { name: EDIT.branch, sha, protected: false })
    }
  }),
  good: { group: 'acme', ...EDIT },
  nothing: { group: 'acme', search: 'no project is called so', ...EDIT, find: 'Nothing' },
  names: [],
  refused: [
    { input: EDIT, path: 'ids' },
    { input: { group: 'acme', ...EDIT, replace: EDIT.find }, path: 'replace' },
    { input: { group: 'acme', ...EDIT, description: '/merge' }, path: 'description' }
  ],
  unknown_names: [],
  second_write: {
    method: 'POST',
    path: '/merge_requests$',
    reports: /^The branch change\/headline was created with its commit, but it has no merge request/
  },
  without: {
    'undo returns one result for each item, even if one fails':
      'the fault is in making a commit, and undo makes none: what it meets is tested with jobs'
  }
}
