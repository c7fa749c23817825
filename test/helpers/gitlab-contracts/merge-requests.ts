import type { State } from '../../../sandbox/gitlab/state/model.ts'
import close from '../../../src/tools/gitlab/bulk/close-merge-requests.ts'
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
