import { pick, type Row } from '../../../lib/row.ts'
import type { MergeRequest } from '../schemas/merge-requests.ts'
import { withoutClosings } from './closings.ts'
import { withoutCommands } from './commands.ts'
import type { GitLab } from './connection.ts'
import { type Filters, filtersOf, listAt, pagingOf } from './issues.ts'
import { list, type Paging } from './paging.ts'
import { type Place, placeOf } from './place.ts'
import { redacted } from './redact.ts'
import { joined, type Turn } from './request.ts'
import { projectIn } from './shapes/issues.ts'
import { mergeRequestOf } from './shapes/merge-requests.ts'
import { commitOf, diffOf } from './shapes/repository.ts'
import { listShown } from './shown.ts'

interface MergeRequestsQuestion extends Filters {
  source_branch?: string
  target_branch?: string
  reviewer?: string
  draft?: boolean
}

export async function listMergeRequests(gitlab: GitLab, question: MergeRequestsQuestion, turn: Turn) {
  const { path, about } = await listAt(gitlab, question, turn)
  const { full, source_branch, target_branch, reviewer, draft } = question
  const wip = draft === undefined ? undefined : draft ? 'yes' : 'no'
  const query = { ...filtersOf(question), source_branch, target_branch, reviewer_username: reviewer?.replace(/^@/, ''), wip }
  const read = (row: Row): MergeRequest => ({ ...mergeRequestOf(row), ...(!full && { description: null }) })
  return await list(gitlab, { path: `${path}/merge_requests`, query, about }, pagingOf(question), read, turn)
}

export interface MergeRequestName {
  project?: string
  merge_request_iid: number
}

export const pathOf = ({ path }: Place, iid: number): string => `${path}/merge_requests/${iid}`

/** Where a merge request is, and how it is named in failures. */
export async function mergeRequestPlace(gitlab: GitLab, { project, merge_request_iid }: MergeRequestName, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  return { place, path: pathOf(place, merge_request_iid), about: place.about('merge request', `!${merge_request_iid}`) }
}

export async function getMergeRequest(gitlab: GitLab, { full, ...name }: MergeRequestName & { full: boolean }, turn: Turn) {
  const { path, about } = await mergeRequestPlace(gitlab, name, turn)
  const row = await gitlab.row({ path, about }, turn)
  return { ...mergeRequestOf(row), raw: full ? redacted(row) : null }
}

export interface MergeRequestContent {
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

/** The project is that of the source branch; the other one may be where it was forked from. */
export async function createMergeRequest(gitlab: GitLab, { project, target_project, labels, ...content }: NewContent, turn: Turn) {
  withoutCommands(content.description, 'description')
  const place = await placeOf(gitlab, project, turn)
  await withoutClosings(gitlab, { title: content.title, description: content.description }, turn)
  const target = target_project === undefined ? undefined : await projectId(gitlab, target_project, turn)
  const json = { ...pick(content, CONTENT), labels: joined(labels), target_project_id: target }
  const request = { method: 'POST' as const, path: `${place.path}/merge_requests`, json }
  return mergeRequestOf(await gitlab.row({ ...request, about: place.about('project', '', 'already_exists') }, turn))
}

async function projectId(gitlab: GitLab, project: string, turn: Turn): Promise<unknown> {
  const place = await placeOf(gitlab, project, turn)
  return (await gitlab.row({ path: place.path, about: place.about('project', '') }, turn))['id']
}

export type Clearable = 'description' | 'labels' | 'assignees' | 'reviewers' | 'milestone'

/** How each property is emptied: GitLab passes an empty list over, and takes 0 for nobody. */
const EMPTY: Readonly<Record<Clearable, Row>> = {
  description: { description: '' },
  labels: { labels: '' },
  assignees: { assignee_ids: [0] },
  reviewers: { reviewer_ids: [0] },
  milestone: { milestone_id: 0 }
}

interface Change extends MergeRequestName, MergeRequestContent {
  add_labels?: string[]
  remove_labels?: string[]
  replace_labels?: string[]
  discussion_locked?: boolean
  state_event?: 'close' | 'reopen'
  clear?: Clearable[]
}

export async function updateMergeRequest(gitlab: GitLab, change: Change, turn: Turn) {
  const { add_labels, remove_labels, replace_labels, clear = [], ...content } = change
  withoutCommands(content.description, 'description')
  const { path, about } = await mergeRequestPlace(gitlab, change, turn)
  await withoutClosings(gitlab, { title: content.title, description: content.description }, turn)
  const labels = { add_labels: joined(add_labels), remove_labels: joined(remove_labels), labels: joined(replace_labels) }
  const json = Object.assign({ ...pick(content, CONTENT), ...labels }, ...clear.map(name => EMPTY[name]))
  return mergeRequestOf(await gitlab.row({ method: 'PUT', path, json, about }, turn))
}

/** File by file and page by page, so that nothing overflows. */
export async function listDiffs(gitlab: GitLab, { project, merge_request_iid, ...paging }: MergeRequestName & Paging, turn: Turn) {
  const { path, about } = await mergeRequestPlace(gitlab, { merge_request_iid, ...(project !== undefined && { project }) }, turn)
  return { ...(await list(gitlab, { path: `${path}/diffs`, about }, pagingOf(paging), diffOf, turn)), untrusted: true }
}

export async function listCommitsOf(gitlab: GitLab, { project, merge_request_iid, ...paging }: MergeRequestName & Paging, turn: Turn) {
  const { path, about } = await mergeRequestPlace(gitlab, { merge_request_iid, ...(project !== undefined && { project }) }, turn)
  return await list(gitlab, { path: `${path}/commits`, about }, pagingOf(paging), commitOf, turn)
}

/** Merge requests that name an issue. */
export async function listRelated(gitlab: GitLab, question: { project?: string; issue_iid: number } & Paging, turn: Turn) {
  const place = await placeOf(gitlab, question.project, turn)
  const path = `${place.path}/issues/${question.issue_iid}/related_merge_requests`
  const read = (row: Row): MergeRequest => ({ ...mergeRequestOf(row), description: null })
  const request = { path, about: place.about('issue', `#${question.issue_iid}`), projectOf: projectIn }
  return await listShown(gitlab, request, pagingOf(question), read, turn)
}
