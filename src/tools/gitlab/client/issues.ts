import { misgiven } from '../../../lib/misgiven.ts'
import { integerOrNull, pick, type Row } from '../../../lib/row.ts'
import type { Issue } from '../schemas/issues.ts'
import { withoutCommands } from './commands.ts'
import type { GitLab } from './connection.ts'
import { list, type Paging } from './paging.ts'
import { groupAt, type Place, placeOf } from './place.ts'
import { redacted } from './redact.ts'
import { joined, listed, type Turn } from './request.ts'
import { issueOf } from './shapes/issues.ts'

export interface Filters extends Paging {
  project?: string
  group?: string
  state: string
  labels?: string[]
  without_labels?: string[]
  milestone?: string
  author?: string
  author_id?: number
  assignee?: string
  assignee_id?: number
  search?: string
  iids?: number[]
  created_after?: string
  created_before?: string
  updated_after?: string
  updated_before?: string
  order_by: string
  sort: string
  full: boolean
}

/** Filters that lists of issues and of merge requests share, in GitLab's words. */
export function filtersOf(question: Omit<Filters, 'limit' | 'cursor'>) {
  const { labels, without_labels, milestone, author, author_id, assignee, assignee_id, search, iids, order_by, sort, state } = question
  const { created_after, created_before, updated_after, updated_before } = question
  return {
    // Lists over more than one project else show only what one made oneself.
    scope: 'all',
    state,
    order_by,
    sort,
    search,
    milestone,
    author_id,
    assignee_id,
    created_after,
    created_before,
    updated_after,
    updated_before,
    author_username: author?.replace(/^@/, ''),
    labels: joined(labels),
    'not[labels]': joined(without_labels),
    ...(assignee !== undefined && { assignee_username: assignee.replace(/^@/, '') }),
    ...listed('iids', iids)
  }
}

/** Of a project, or of all projects of a group. */
export async function listAt(gitlab: GitLab, { project, group }: Pick<Filters, 'project' | 'group'>, turn: Turn) {
  if (group === undefined) {
    const place = await placeOf(gitlab, project, turn)
    return { path: place.path, about: place.about('project', '') }
  }
  gitlab.allowance.checkAll(turn)
  return groupAt(group)
}

export const pagingOf = ({ limit, cursor, page, per_page, max_items }: Paging): Paging => ({
  limit,
  ...(cursor !== undefined && { cursor }),
  ...(page !== undefined && { page }),
  ...(per_page !== undefined && { per_page }),
  ...(max_items !== undefined && { max_items })
})

interface IssuesQuestion extends Filters {
  confidential?: boolean
  issue_type?: string
}

export async function listIssues(gitlab: GitLab, question: IssuesQuestion, turn: Turn) {
  const { path, about } = await listAt(gitlab, question, turn)
  const { full, confidential, issue_type } = question
  const query = { ...filtersOf(question), confidential, issue_type }
  const read = (row: Row): Issue => ({ ...issueOf(row), ...(!full && { description: null }) })
  return await list(gitlab, { path: `${path}/issues`, query, about }, pagingOf(question), read, turn)
}

export const issuePath = ({ path }: Place, iid: number): string => `${path}/issues/${iid}`

export interface IssueName {
  project?: string
  issue_iid: number
}

export async function getIssue(gitlab: GitLab, { project, issue_iid, full }: IssueName & { full: boolean }, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const row = await gitlab.row({ path: issuePath(place, issue_iid), about: place.about('issue', `#${issue_iid}`) }, turn)
  return { ...issueOf(row), raw: full ? redacted(row) : null }
}

export interface IssueContent {
  title?: string
  description?: string
  labels?: string[]
  assignee_ids?: number[]
  milestone_id?: number
  due_date?: string
  confidential?: boolean
  issue_type?: string
  weight?: number
}

const CONTENT = [
  'title',
  'description',
  'assignee_ids',
  'milestone_id',
  'due_date',
  'confidential',
  'issue_type',
  'weight',
  'discussion_locked',
  'state_event'
]

export async function createIssue(gitlab: GitLab, { project, labels, ...content }: IssueContent & { project?: string }, turn: Turn) {
  withoutCommands(content.description, 'description')
  const place = await placeOf(gitlab, project, turn)
  const json = { ...pick(content, CONTENT), labels: joined(labels) }
  return issueOf(await gitlab.row({ method: 'POST', path: `${place.path}/issues`, json, about: place.about('project', '') }, turn))
}

export type Clearable = 'description' | 'labels' | 'assignees' | 'milestone' | 'due_date' | 'weight'

/** How each property is emptied: GitLab passes an empty list over, and takes 0 for nobody. */
const EMPTY: Readonly<Record<Clearable, Row>> = {
  description: { description: '' },
  labels: { labels: '' },
  assignees: { assignee_ids: [0] },
  milestone: { milestone_id: 0 },
  due_date: { due_date: '' },
  weight: { weight: null }
}

export interface IssueChange extends IssueName, Omit<IssueContent, 'labels'> {
  add_labels?: string[]
  remove_labels?: string[]
  replace_labels?: string[]
  state_event?: string
  discussion_locked?: boolean
  clear?: Clearable[]
}

export async function updateIssue(gitlab: GitLab, change: IssueChange, turn: Turn) {
  const { project, issue_iid, add_labels, remove_labels, replace_labels, clear = [], ...content } = change
  withoutCommands(content.description, 'description')
  const place = await placeOf(gitlab, project, turn)
  const labels = { add_labels: joined(add_labels), remove_labels: joined(remove_labels), labels: joined(replace_labels) }
  const json = Object.assign({ ...pick(content, CONTENT), ...labels }, ...clear.map(name => EMPTY[name]))
  return issueOf(
    await gitlab.row({ method: 'PUT', path: issuePath(place, issue_iid), json, about: place.about('issue', `#${issue_iid}`) }, turn)
  )
}

export const setIssueState = (gitlab: GitLab, name: IssueName, state_event: 'close' | 'reopen', turn: Turn) =>
  updateIssue(gitlab, { ...name, state_event }, turn)

/** The other project is looked up: GitLab takes its id only, and it must be one that may be used. */
export async function moveIssue(gitlab: GitLab, { project, issue_iid, to_project }: IssueName & { to_project: string }, turn: Turn) {
  const [from, to] = [await placeOf(gitlab, project, turn), await placeOf(gitlab, to_project, turn)]
  const target = await gitlab.row({ path: to.path, about: to.about('project', '') }, turn)
  const to_project_id = integerOrNull(target, 'id')
  if (to_project_id === null) throw misgiven('to_project', 'has no id that GitLab tells', 'the id of the project')
  const request = { method: 'POST' as const, path: `${issuePath(from, issue_iid)}/move`, json: { to_project_id } }
  return issueOf(await gitlab.row({ ...request, about: from.about('issue', `#${issue_iid}`) }, turn))
}
