import type { State } from '../../../sandbox/gitlab/state/model.ts'
import comment from '../../../src/tools/gitlab/bulk/comment-issues.ts'
import move from '../../../src/tools/gitlab/bulk/move-issues.ts'
import update from '../../../src/tools/gitlab/bulk/update-issues.ts'
import type { AdapterContract } from '../../jobs/adapter-contract.ts'
import { classifierOf, type Kit, opener, pathOf, projectAt } from '../gitlab-bulk.ts'

const classify = classifierOf({ item: /\/projects\/([^/]+)\/issues\/(\d+)/, sign: '#', list: /\/issues$/ })
const kit: Pick<Kit, 'writes' | 'list'> = { writes: id => ({ path: pathOf(id, '#', 'issues') }), list: '/issues(\\?|$)' }

/** Three open issues and more; none has the label stale, and none matches the other selection. */
const BUGS = { project: 'acme/playground', labels: ['bug'] }
const NONE = { project: 'acme/sandpit', labels: ['bug'] }
const issueOf = (state: State, id: string) => {
  const [path = '', iid] = id.split('#')
  return projectAt(state, path).issues.find(issue => String(issue.iid) === iid)
}

export const updateIssues: AdapterContract = {
  adapter: update,
  classify,
  open: opener({
    ...kit,
    seen: state =>
      projectAt(state, 'acme/playground').issues.map(({ iid, labels, state, assignee_ids, milestone_id }) => ({
        iid,
        labels,
        state,
        assignee_ids,
        milestone_id
      })),
    changed: (state, id) => void Object.assign(issueOf(state, id) ?? {}, { labels: ['feature'], state: 'opened' })
  }),
  good: {
    ...BUGS,
    add_labels: ['stale'],
    remove_labels: ['question'],
    set_state: 'closed',
    assignee_ids: [],
    milestone_id: 1015
  },
  nothing: { ...NONE, add_labels: ['other'] },
  names: [],
  refused: [
    { input: { add_labels: ['stale'] }, path: 'ids' },
    { input: { project: 'acme/playground' }, path: 'add_labels' },
    { input: { ...BUGS, group: 'acme', set_state: 'closed' }, path: 'group' },
    { input: { ...BUGS, milestone_id: 1, clear: ['milestone'] }, path: 'clear' }
  ],
  unknown_names: []
}

export const commentIssues: AdapterContract = {
  adapter: comment,
  classify,
  open: opener({
    ...kit,
    seen: state => projectAt(state, 'acme/playground').issues.map(({ iid, notes }) => [iid, notes.map(({ body }) => body)]),
    changed(state, id) {
      for (const note of issueOf(state, id)?.notes ?? []) note.body = 'Edited by another user'
    }
  }),
  good: { ...BUGS, body: 'Still **wanted**?' },
  nothing: { ...NONE, body: 'Something else' },
  names: [],
  refused: [
    { input: { body: 'Still wanted?' }, path: 'ids' },
    { input: { ...BUGS, body: 'Done.\n /close' }, path: 'body' }
  ],
  unknown_names: []
}

export const moveIssues: AdapterContract = {
  adapter: move,
  classify,
  open: opener({
    ...kit,
    seen: ({ projects }) => projects.map(({ path, issues }) => [path, issues.map(({ title, state }) => [title, state])])
  }),
  good: { ...BUGS, to_project: 'acme/platform/tools' },
  nothing: { ...NONE, to_project: 'acme/web' },
  names: [],
  refused: [
    { input: { to_project: 'acme/web' }, path: 'ids' },
    { input: { ...BUGS, to_project: 'acme/nothing' }, path: 'to_project', reason: 'upstream_not_found' }
  ],
  unknown_names: []
}
