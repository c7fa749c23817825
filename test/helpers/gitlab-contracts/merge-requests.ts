import type { State } from '../../../sandbox/gitlab/state/model.ts'
import { discussionId } from '../../../sandbox/gitlab/state/seed-merge-requests.ts'
import close from '../../../src/tools/gitlab/bulk/close-merge-requests.ts'
import resolve from '../../../src/tools/gitlab/bulk/resolve-discussions.ts'
import update from '../../../src/tools/gitlab/bulk/update-merge-requests.ts'
import type { AdapterContract } from '../../jobs/adapter-contract.ts'
import { classifierOf, type Kit, opener, pathOf, projectAt } from '../gitlab-bulk.ts'

const classify = classifierOf({ item: /\/projects\/([^/]+)\/merge_requests\/(\d+)/, sign: '!', list: /\/merge_requests$/ })
const kit: Omit<Kit, 'changed'> = {
  writes: id => ({ path: pathOf(id, '!', 'merge_requests') }),
  list: '/merge_requests(\\?|$)',
  seen: state =>
    projectAt(state, 'acme/web').merge_requests.map(({ iid, labels, state, reviewer_ids }) => ({ iid, labels, state, reviewer_ids }))
}
const requestOf = (state: State, id: string) => {
  const [path = '', iid] = id.split('!')
  return projectAt(state, path).merge_requests.find(one => String(one.iid) === iid)
}
const ALL = { project: 'acme/web' }
const NONE = { project: 'acme/web', source_branch: 'no/such' }

export const updateMergeRequests: AdapterContract = {
  adapter: update,
  classify,
  open: opener({ ...kit, changed: (state, id) => void Object.assign(requestOf(state, id) ?? {}, { labels: [], reviewer_ids: [] }) }),
  good: { ...ALL, add_labels: ['late'], reviewer_ids: [2] },
  nothing: { ...NONE, add_labels: ['other'] },
  names: [],
  refused: [
    { input: { add_labels: ['late'] }, path: 'ids' },
    { input: { ...ALL }, path: 'add_labels' }
  ],
  unknown_names: []
}

export const closeMergeRequests: AdapterContract = {
  adapter: close,
  classify,
  open: opener({ ...kit, changed: (state, id) => void Object.assign(requestOf(state, id) ?? {}, { state: 'opened' }) }),
  good: ALL,
  nothing: NONE,
  names: [],
  refused: [{ input: { author: 'chen' }, path: 'ids' }],
  unknown_names: []
}

/** The merge request with three more threads. */
function addThreads(state: State): void {
  const request = requestOf(state, 'acme/web!1')
  const [thread] = request?.discussions ?? []
  const [note] = thread?.notes ?? []
  for (let n = 1; thread && note && n <= 3; n++)
    request?.discussions.push({ ...thread, id: discussionId(n), notes: [{ ...note, id: 8000 + n, body: `${note.body} ${n}` }] })
}

const threadsOf = (state: State) => requestOf(state, 'acme/web!1')?.discussions ?? []

export const resolveDiscussions: AdapterContract = {
  adapter: resolve,
  classify({ method, path, query }) {
    const [, project = '', iid = '', thread] =
      /\/projects\/([^/]+)\/merge_requests\/(\d+)\/discussions(?:\/([0-9a-f]{40}))?$/.exec(path) ?? []
    if (method !== 'GET') return { kind: 'write', ids: [`${decodeURIComponent(project)}!${iid}:${thread}`] }
    if (thread !== undefined) return { kind: 'item' }
    return iid === '' ? { kind: 'other' } : { kind: 'list', most: Number(new URLSearchParams(query).get('per_page')) }
  },
  open: opener({
    first: addThreads,
    writes: id => ({ path: `/discussions/${id.split(':').at(-1)}$`, method: 'PUT' }),
    list: '/discussions(\\?|$)',
    seen: state => threadsOf(state).map(({ id, notes }) => [id, notes.map(({ resolved }) => resolved)]),
    changed(state, id) {
      for (const note of threadsOf(state).find(one => id.endsWith(one.id))?.notes ?? []) note.resolved = false
    }
  }),
  good: { project: 'acme/web', merge_request_iid: 1, resolved: true },
  nothing: { project: 'acme/web', merge_request_iid: 2, resolved: true },
  names: [],
  refused: [{ input: { project: 'acme/web' }, path: 'merge_request_iid' }],
  unknown_names: []
}
