import { OperationError } from '../../../../contract/errors.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { flag, isRow, type Row, texts } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { rejectQuickActions } from '../content/quick-actions.ts'
import { unexpected } from '../http/errors.ts'
import { list, type Paging } from '../http/pagination.ts'
import { commentOf } from '../mappers/issues.ts'
import type { GitLabCall } from '../request.ts'

/** An issue or merge request. */
export interface Commentable {
  project?: string
  kind: 'issue' | 'merge request'
  iid: number
}

const SIGN = { issue: '#', 'merge request': '!' } as const

async function commentable(gitlab: GitLab, { project: reference, kind, iid }: Commentable, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const at = kind === 'issue' ? 'issues' : 'merge_requests'
  return { path: `${project.path}/${at}/${iid}`, subject: project.subject(kind, `${SIGN[kind]}${iid}`) }
}

interface CommentsQuery extends Paging {
  order_by: string
  sort: string
  system: boolean
}

/** Some versions of GitLab ignore the filter. System notes are then left out here, so a page may contain fewer comments than requested. */
export async function listComments(
  gitlab: GitLab,
  target: Commentable,
  { order_by, sort, system, ...paging }: CommentsQuery,
  call: GitLabCall
) {
  const { path, subject } = await commentable(gitlab, target, call)
  const query = { order_by, sort, ...(!system && { activity_filter: 'only_comments' }) }
  const request = { path: `${path}/notes`, query, subject, ...(!system && { includes: isByUser }) }
  return { ...(await list(gitlab, request, paging, commentOf, call)), untrusted: true }
}

const isByUser = (note: Row): boolean => !flag(note, 'system')

/** If GitLab finds only quick actions that `rejectQuickActions` does not know, it creates no comment; `commands` is then its report. */
export async function addComment(gitlab: GitLab, target: Commentable, json: { body: string; internal?: boolean }, call: GitLabCall) {
  rejectQuickActions(json.body, 'body')
  const { path, subject } = await commentable(gitlab, target, call)
  const { body, status } = await gitlab.send({ method: 'POST', path: `${path}/notes`, json, subject }, call)
  if (!isRow(body)) throw unexpected(subject, false)
  return { ...commentOf(body), commands: status === 202 ? reportOf(body) : null }
}

const reportOf = (row: Row): string => texts(row, 'summary').join('; ') || 'The quick actions were run.'

/** A comment, even one in a thread: GitLab finds each by its ID. */
export interface CommentRef {
  project?: string
  issue_iid?: number
  merge_request_iid?: number
  comment_id: number
}

async function commentTarget(gitlab: GitLab, { project, issue_iid, merge_request_iid, comment_id }: CommentRef, call: GitLabCall) {
  const iid = issue_iid ?? merge_request_iid
  if (iid === undefined) throw invalidField('issue_iid', 'is missing', 'issue_iid or merge_request_iid')
  const kind = issue_iid === undefined ? 'merge request' : 'issue'
  const { path, subject } = await commentable(gitlab, { kind, iid, ...(project !== undefined && { project }) }, call)
  return { path: `${path}/notes/${comment_id}`, subject: { kind: 'comment', name: `${comment_id} on ${subject.name}` } }
}

export async function getComment(gitlab: GitLab, name: CommentRef, call: GitLabCall) {
  return { ...commentOf(await gitlab.row(await commentTarget(gitlab, name, call), call)), untrusted: true }
}

/** Throws version_conflict if the comment was changed since `expected_updated_at`. */
export async function updateComment(
  gitlab: GitLab,
  { body, expected_updated_at, ...name }: CommentRef & { body: string; expected_updated_at?: string },
  call: GitLabCall
) {
  rejectQuickActions(body, 'body')
  const target = await commentTarget(gitlab, name, call)
  if (expected_updated_at !== undefined) {
    const now = commentOf(await gitlab.row(target, call)).updated_at
    if (now !== null && Date.parse(now) !== Date.parse(expected_updated_at))
      throw new OperationError('version_conflict', `The comment ${name.comment_id} was changed at ${now}; nothing was written.`, {
        source: 'gateway',
        outcome: 'not_executed',
        suggestions: ['Read it again with gitlab_get_comment, and send its updated_at.']
      })
  }
  return commentOf(await gitlab.row({ method: 'PUT', ...target, json: { body } }, call))
}

export async function deleteComment(gitlab: GitLab, name: CommentRef, call: GitLabCall) {
  await gitlab.send({ method: 'DELETE', ...(await commentTarget(gitlab, name, call)) }, call)
  return { comment_id: name.comment_id, deleted: true }
}
