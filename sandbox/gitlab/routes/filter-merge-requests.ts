import { exclusive, listIn, numberIn, numbersIn, type Params, textIn, wordIn } from '../params.ts'
import { ME } from '../state/me.ts'
import { isDraft } from '../state/merging.ts'
import type { MergeRequest, Project, State } from '../state/model.ts'
import { within } from './filter.ts'

export interface FoundMergeRequest {
  id: number
  of: Project
  one: MergeRequest
}

/** Returns the merge requests that match every filter, in the requested order. */
export function selectMergeRequests({ users }: State, projects: readonly Project[], params: Params): FoundMergeRequest[] {
  exclusive(params, 'author_id', 'author_username')
  exclusive(params, 'assignee_id', 'assignee_username')
  const userId = (name: string): number | undefined => {
    const username = textIn(params, `${name}_username`)
    return username === undefined ? numberIn(params, `${name}_id`) : (users.find(user => user.username === username)?.id ?? -1)
  }
  const [author, assignee, reviewer] = [userId('author'), userId('assignee'), userId('reviewer')]
  const all = projects.flatMap(of => of.merge_requests.map(one => ({ id: one.id, of, one })))
  const found = all.filter(
    ({ of, one }) =>
      matches(of, one, params) &&
      (author === undefined || one.author_id === author) &&
      (assignee === undefined || one.assignee_ids.includes(assignee)) &&
      (reviewer === undefined || one.reviewer_ids.includes(reviewer))
  )
  const order = wordIn(params, 'order_by', ['created_at', 'updated_at', 'title', 'merged_at']) ?? 'created_at'
  const key = ({ one }: FoundMergeRequest): string => String(Object.entries(one).find(([name]) => name === order)?.[1] ?? '')
  const sign = wordIn(params, 'sort', ['asc', 'desc']) === 'asc' ? 1 : -1
  return found.toSorted((a, b) => sign * (key(a).localeCompare(key(b)) || a.id - b.id))
}

function matches(of: Project, one: MergeRequest, params: Params): boolean {
  const state = wordIn(params, 'state', ['opened', 'closed', 'locked', 'merged', 'all']) ?? 'all'
  const [source, target, search] = [
    textIn(params, 'source_branch'),
    textIn(params, 'target_branch'),
    textIn(params, 'search')?.toLowerCase()
  ]
  const [labels = [], without = [], iids] = [listIn(params, 'labels'), listIn(params, 'not[labels]'), numbersIn(params, 'iids')]
  const [milestone, wip] = [textIn(params, 'milestone'), wordIn(params, 'wip', ['yes', 'no'])]
  const scope = textIn(params, 'scope')
  return (
    (scope !== 'created_by_me' || one.author_id === ME) &&
    (scope !== 'assigned_to_me' || one.assignee_ids.includes(ME)) &&
    (scope !== 'reviews_for_me' || one.reviewer_ids.includes(ME)) &&
    (state === 'all' || one.state === state) &&
    (source === undefined || one.source_branch === source) &&
    (target === undefined || one.target_branch === target) &&
    labels.every(label => one.labels.includes(label)) &&
    !without.some(label => one.labels.includes(label)) &&
    (iids === undefined || iids.includes(one.iid)) &&
    (milestone === undefined || of.milestones.some(({ id, title }) => id === one.milestone_id && title === milestone)) &&
    (wip === undefined || isDraft(one) === (wip === 'yes')) &&
    (search === undefined || `${one.title} ${one.description}`.toLowerCase().includes(search)) &&
    within(params, 'created', one.created_at) &&
    within(params, 'updated', one.updated_at)
  )
}
