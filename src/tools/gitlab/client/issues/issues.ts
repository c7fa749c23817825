import { invalidField } from '../../../../lib/invalid-field.ts'
import { integerOrNull, pick, type Row } from '../../../../lib/row.ts'
import type { Issue } from '../../schemas/issues.ts'
import type { GitLab } from '../connection.ts'
import { rejectQuickActions } from '../content/quick-actions.ts'
import { redacted } from '../content/redact.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { issueOf } from '../mappers/issues.ts'
import type { ProjectReference } from '../projects/project-reference.ts'
import { projectOrGroup } from '../projects/projects.ts'
import { arrayParameter, type GitLabCall, joinLabels } from '../request.ts'

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

/** Returns GitLab's parameters for the filters that lists of issues and of merge requests share. */
export function filtersOf(input: Omit<Filters, 'limit' | 'cursor'>) {
  const { labels, without_labels, milestone, author, author_id, assignee, assignee_id, search, iids, order_by, sort, state } = input
  const { created_after, created_before, updated_after, updated_before } = input
  return {
    // Without it, lists over several projects contain only what the token's user created.
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
    labels: joinLabels(labels),
    'not[labels]': joinLabels(without_labels),
    ...(assignee !== undefined && { assignee_username: assignee.replace(/^@/, '') }),
    ...arrayParameter('iids', iids)
  }
}

interface IssuesQuery extends Filters {
  confidential?: boolean
  issue_type?: string
}

export async function listIssues(gitlab: GitLab, input: IssuesQuery, call: GitLabCall) {
  const { path, subject } = await projectOrGroup(gitlab, input, call)
  const { full, confidential, issue_type } = input
  const query = { ...filtersOf(input), confidential, issue_type }
  const map = (row: Row): Issue => ({ ...issueOf(row), ...(!full && { description: null }) })
  return await list(gitlab, { path: `${path}/issues`, query, subject }, pagingOf(input), map, call)
}

export const issuePath = ({ path }: ProjectReference, iid: number): string => `${path}/issues/${iid}`

export interface IssueRef {
  project?: string
  issue_iid: number
}

export async function getIssue(gitlab: GitLab, { project: reference, issue_iid, full }: IssueRef & { full: boolean }, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const row = await gitlab.row({ path: issuePath(project, issue_iid), subject: project.subject('issue', `#${issue_iid}`) }, call)
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

export async function createIssue(
  gitlab: GitLab,
  { project: reference, labels, ...content }: IssueContent & { project?: string },
  call: GitLabCall
) {
  rejectQuickActions(content.description, 'description')
  const project = await gitlab.project(reference, call)
  const json = { ...pick(content, CONTENT), labels: joinLabels(labels) }
  return issueOf(await gitlab.row({ method: 'POST', path: `${project.path}/issues`, json, subject: project.subject() }, call))
}

type Clearable = 'description' | 'labels' | 'assignees' | 'milestone' | 'due_date' | 'weight'

/** Values that clear a property: GitLab ignores an empty list, and reads 0 as no user. */
const EMPTY: Readonly<Record<Clearable, Row>> = {
  description: { description: '' },
  labels: { labels: '' },
  assignees: { assignee_ids: [0] },
  milestone: { milestone_id: 0 },
  due_date: { due_date: '' },
  weight: { weight: null }
}

export interface IssueChange extends IssueRef, Omit<IssueContent, 'labels'> {
  add_labels?: string[]
  remove_labels?: string[]
  replace_labels?: string[]
  state_event?: string
  discussion_locked?: boolean
  clear?: Clearable[]
}

export async function updateIssue(gitlab: GitLab, change: IssueChange, call: GitLabCall) {
  const { project: reference, issue_iid, add_labels, remove_labels, replace_labels, clear = [], ...content } = change
  rejectQuickActions(content.description, 'description')
  const project = await gitlab.project(reference, call)
  const labels = { add_labels: joinLabels(add_labels), remove_labels: joinLabels(remove_labels), labels: joinLabels(replace_labels) }
  const json = Object.assign({ ...pick(content, CONTENT), ...labels }, ...clear.map(name => EMPTY[name]))
  return issueOf(
    await gitlab.row({ method: 'PUT', path: issuePath(project, issue_iid), json, subject: project.subject('issue', `#${issue_iid}`) }, call)
  )
}

export const setIssueState = (gitlab: GitLab, name: IssueRef, state_event: 'close' | 'reopen', call: GitLabCall) =>
  updateIssue(gitlab, { ...name, state_event }, call)

/** Reads the target project first: GitLab accepts only its ID, and the caller must be allowed to use it. */
export async function moveIssue(
  gitlab: GitLab,
  { project: reference, issue_iid, to_project }: IssueRef & { to_project: string },
  call: GitLabCall
) {
  const [from, to] = [await gitlab.project(reference, call), await gitlab.project(to_project, call)]
  const target = await gitlab.row({ path: to.path, subject: to.subject() }, call)
  const to_project_id = integerOrNull(target, 'id')
  if (to_project_id === null) throw invalidField('to_project', 'cannot be resolved to an ID', 'the ID of the project')
  const request = { method: 'POST' as const, path: `${issuePath(from, issue_iid)}/move`, json: { to_project_id } }
  return issueOf(await gitlab.row({ ...request, subject: from.subject('issue', `#${issue_iid}`) }, call))
}

export async function deleteIssue(gitlab: GitLab, { project: reference, issue_iid }: IssueRef, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  await gitlab.send({ method: 'DELETE', path: issuePath(project, issue_iid), subject: project.subject('issue', `#${issue_iid}`) }, call)
  return { issue_iid, deleted: true }
}
