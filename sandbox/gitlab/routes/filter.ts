import { exclusive, listIn, numberIn, numbersIn, type Params, textIn, wordIn } from '../params.ts'
import { ME } from '../state/me.ts'
import type { Issue, Project, State } from '../state/model.ts'

export interface Found {
  id: number
  of: Project
  issue: Issue
}

const ORDERS = [
  'created_at',
  'updated_at',
  'due_date',
  'priority',
  'title',
  'relative_position',
  'label_priority',
  'milestone_due',
  'popularity',
  'weight'
]

/** Returns the issues that match every filter, in the requested order. */
export function selectIssues(state: State, projects: readonly Project[], params: Params): Found[] {
  exclusive(params, 'author_id', 'author_username')
  exclusive(params, 'assignee_id', 'assignee_username')
  const wanted = testOf(state, params)
  const order = wordIn(params, 'order_by', ORDERS) ?? 'created_at'
  const key = ({ issue }: Found): string => String(Object.entries(issue).find(([name]) => name === order)?.[1] ?? issue.created_at)
  const sign = wordIn(params, 'sort', ['asc', 'desc']) === 'asc' ? 1 : -1
  const all = projects.flatMap(of => of.issues.map(issue => ({ id: issue.id, of, issue })))
  return all.filter(wanted).toSorted((a, b) => sign * (key(a).localeCompare(key(b)) || a.id - b.id))
}

function testOf({ users }: State, params: Params): (found: Found) => boolean {
  const userId = (name: string): number | undefined => {
    const username = textIn(params, `${name}_username`)
    return username === undefined ? numberIn(params, `${name}_id`) : (users.find(user => user.username === username)?.id ?? -1)
  }
  const [author, assignee] = [userId('author'), userId('assignee')]
  const state = wordIn(params, 'state', ['opened', 'closed', 'all']) ?? 'all'
  const [labels = [], without = [], iids] = [listIn(params, 'labels'), listIn(params, 'not[labels]'), numbersIn(params, 'iids')]
  const [milestone, search] = [textIn(params, 'milestone'), textIn(params, 'search')?.toLowerCase()]
  const confidential = textIn(params, 'confidential')
  const scope = textIn(params, 'scope')
  return ({ of, issue }) => {
    const title = of.milestones.find(({ id }) => id === issue.milestone_id)?.title
    return (
      (state === 'all' || issue.state === state) &&
      (author === undefined || issue.author_id === author) &&
      (assignee === undefined || issue.assignee_ids.includes(assignee)) &&
      labels.every(label => issue.labels.includes(label)) &&
      !without.some(label => issue.labels.includes(label)) &&
      (iids === undefined || iids.includes(issue.iid)) &&
      (milestone === undefined ||
        milestone === title ||
        (milestone === 'None' && !title) ||
        (milestone === 'Any' && title !== undefined)) &&
      (search === undefined || `${issue.title} ${issue.description}`.toLowerCase().includes(search)) &&
      (confidential === undefined || String(issue.confidential) === confidential) &&
      (scope !== 'created_by_me' || issue.author_id === ME) &&
      (scope !== 'assigned_to_me' || issue.assignee_ids.includes(ME)) &&
      within(params, 'created', issue.created_at) &&
      within(params, 'updated', issue.updated_at)
    )
  }
}

export function within(params: Params, what: string, time: string): boolean {
  const [after, before] = [textIn(params, `${what}_after`), textIn(params, `${what}_before`)]
  return (after === undefined || Date.parse(time) >= Date.parse(after)) && (before === undefined || Date.parse(time) <= Date.parse(before))
}
