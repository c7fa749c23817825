import { pick, type Row } from '../../../../lib/row.ts'
import type { MergeRequest } from '../../schemas/merge-requests.ts'
import type { GitLab } from '../connection.ts'
import { rejectQuickActions } from '../content/quick-actions.ts'
import { redacted } from '../content/redact.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { type Filters, filtersOf } from '../issues/issues.ts'
import { projectIn } from '../mappers/issues.ts'
import { mergeRequestOf } from '../mappers/merge-requests.ts'
import { commitOf, diffOf } from '../mappers/repository.ts'
import { projectOrGroup } from '../projects/projects.ts'
import { type GitLabCall, joinLabels } from '../request.ts'
import { rejectAutoClose } from './auto-close.ts'

interface MergeRequestsQuery extends Filters {
  source_branch?: string
  target_branch?: string
  reviewer?: string
  draft?: boolean
}

export async function listMergeRequests(gitlab: GitLab, input: MergeRequestsQuery, call: GitLabCall) {
  const { path, subject } = await projectOrGroup(gitlab, input, call)
  const { full, source_branch, target_branch, reviewer, draft } = input
  const wip = draft === undefined ? undefined : draft ? 'yes' : 'no'
  const query = { ...filtersOf(input), source_branch, target_branch, reviewer_username: reviewer?.replace(/^@/, ''), wip }
  const map = (row: Row): MergeRequest => ({ ...mergeRequestOf(row), ...(!full && { description: null }) })
  return await list(gitlab, { path: `${path}/merge_requests`, query, subject }, pagingOf(input), map, call)
}

export interface MergeRequestRef {
  project?: string
  merge_request_iid: number
}

/** Returns path and subject of requests for a merge request, and its project. */
export async function mergeRequestTarget(gitlab: GitLab, { project: reference, merge_request_iid }: MergeRequestRef, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  return {
    project,
    path: `${project.path}/merge_requests/${merge_request_iid}`,
    subject: project.subject('merge request', `!${merge_request_iid}`)
  }
}

export async function getMergeRequest(gitlab: GitLab, { full, ...name }: MergeRequestRef & { full: boolean }, call: GitLabCall) {
  const { path, subject } = await mergeRequestTarget(gitlab, name, call)
  const row = await gitlab.row({ path, subject }, call)
  return { ...mergeRequestOf(row), raw: full ? redacted(row) : null }
}

interface MergeRequestContent {
  title?: string
  description?: string
  assignee_ids?: number[]
  reviewer_ids?: number[]
  milestone_id?: number
  target_branch?: string
  remove_source_branch?: boolean
  squash?: boolean
}

const CONTENT = [
  'title',
  'description',
  'assignee_ids',
  'reviewer_ids',
  'milestone_id',
  'source_branch',
  'target_branch',
  'remove_source_branch',
  'squash',
  'allow_collaboration',
  'discussion_locked',
  'state_event'
]

interface NewContent extends MergeRequestContent {
  project?: string
  target_project?: string
  labels?: string[]
}

/** `project` contains the source branch; `target_project` may be the project that it was forked from. */
export async function createMergeRequest(
  gitlab: GitLab,
  { project: reference, target_project, labels, ...content }: NewContent,
  call: GitLabCall
) {
  rejectQuickActions(content.description, 'description')
  const project = await gitlab.project(reference, call)
  await rejectAutoClose(gitlab, { title: content.title, description: content.description }, call)
  const target = target_project === undefined ? undefined : await projectId(gitlab, target_project, call)
  const json = { ...pick(content, CONTENT), labels: joinLabels(labels), target_project_id: target }
  const request = { method: 'POST' as const, path: `${project.path}/merge_requests`, json }
  return mergeRequestOf(await gitlab.row({ ...request, subject: project.subject('project', '', 'already_exists') }, call))
}

async function projectId(gitlab: GitLab, reference: string, call: GitLabCall): Promise<unknown> {
  const project = await gitlab.project(reference, call)
  return (await gitlab.row({ path: project.path, subject: project.subject() }, call))['id']
}

type Clearable = 'description' | 'labels' | 'assignees' | 'reviewers' | 'milestone'

/** Values that clear a property: GitLab ignores an empty list, and reads 0 as no user. */
const EMPTY: Readonly<Record<Clearable, Row>> = {
  description: { description: '' },
  labels: { labels: '' },
  assignees: { assignee_ids: [0] },
  reviewers: { reviewer_ids: [0] },
  milestone: { milestone_id: 0 }
}

interface Change extends MergeRequestRef, MergeRequestContent {
  add_labels?: string[]
  remove_labels?: string[]
  replace_labels?: string[]
  discussion_locked?: boolean
  state_event?: 'close' | 'reopen'
  clear?: Clearable[]
}

export async function updateMergeRequest(gitlab: GitLab, change: Change, call: GitLabCall) {
  const { add_labels, remove_labels, replace_labels, clear = [], ...content } = change
  rejectQuickActions(content.description, 'description')
  const { path, subject } = await mergeRequestTarget(gitlab, change, call)
  await rejectAutoClose(gitlab, { title: content.title, description: content.description }, call)
  const labels = { add_labels: joinLabels(add_labels), remove_labels: joinLabels(remove_labels), labels: joinLabels(replace_labels) }
  const json = Object.assign({ ...pick(content, CONTENT), ...labels }, ...clear.map(name => EMPTY[name]))
  return mergeRequestOf(await gitlab.row({ method: 'PUT', path, json, subject }, call))
}

/** Returns the changes file by file, in pages: a merge request may be too large for one response. */
export async function listDiffs(gitlab: GitLab, input: MergeRequestRef & Paging, call: GitLabCall) {
  const { path, subject } = await mergeRequestTarget(gitlab, input, call)
  return { ...(await list(gitlab, { path: `${path}/diffs`, subject }, pagingOf(input), diffOf, call)), untrusted: true }
}

export async function listCommitsOf(gitlab: GitLab, input: MergeRequestRef & Paging, call: GitLabCall) {
  const { path, subject } = await mergeRequestTarget(gitlab, input, call)
  return await list(gitlab, { path: `${path}/commits`, subject }, pagingOf(input), commitOf, call)
}

/** Returns the merge requests that mention an issue. */
export async function listRelated(gitlab: GitLab, input: { project?: string; issue_iid: number } & Paging, call: GitLabCall) {
  const project = await gitlab.project(input.project, call)
  const path = `${project.path}/issues/${input.issue_iid}/related_merge_requests`
  const map = (row: Row): MergeRequest => ({ ...mergeRequestOf(row), description: null })
  const request = { path, subject: project.subject('issue', `#${input.issue_iid}`), projectOf: projectIn }
  return await list(gitlab, request, pagingOf(input), map, call)
}
