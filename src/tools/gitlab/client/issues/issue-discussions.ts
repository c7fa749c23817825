import { segment } from '../../../../lib/http/segment.ts'
import { flag, type Row, rows } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { rejectQuickActions } from '../content/quick-actions.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { commentOf } from '../mappers/issues.ts'
import { discussionOf } from '../mappers/merge-requests.ts'
import type { GitLabCall } from '../request.ts'
import { type IssueRef, issuePath } from './issues.ts'

async function discussionsOf(gitlab: GitLab, { project: reference, issue_iid }: IssueRef, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  return { path: `${issuePath(project, issue_iid)}/discussions`, subject: project.subject('issue', `#${issue_iid}`) }
}

const isByUsers = (thread: Row): boolean => rows(thread, 'notes').some(note => !flag(note, 'system'))

const threadOf = (row: Row) => {
  const { id, individual } = discussionOf(row)
  return { id, individual, comments: rows(row, 'notes').map(commentOf) }
}

/** GitLab has no filter for system notes: they are left out here, so a page may have fewer items than requested. */
export async function listIssueDiscussions(gitlab: GitLab, input: IssueRef & Paging, call: GitLabCall) {
  const request = { ...(await discussionsOf(gitlab, input, call)), includes: isByUsers }
  return { ...(await list(gitlab, request, pagingOf(input), threadOf, call)), untrusted: true }
}

export async function replyToIssueDiscussion(
  gitlab: GitLab,
  { body, discussion_id, ...name }: IssueRef & { discussion_id: string; body: string },
  call: GitLabCall
) {
  rejectQuickActions(body, 'body')
  const { path, subject } = await discussionsOf(gitlab, name, call)
  const request = { method: 'POST' as const, path: `${path}/${segment(discussion_id, 'discussion_id')}/notes`, json: { body } }
  return commentOf(await gitlab.row({ ...request, subject: { kind: 'thread', name: `${discussion_id} on ${subject.name}` } }, call))
}
