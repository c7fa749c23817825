import { OperationError } from '../../../../contract/errors.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { below, flag, type Row, rows, text } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { rejectQuickActions } from '../content/quick-actions.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { discussionOf, noteOf } from '../mappers/merge-requests.ts'
import type { GitLabCall, GitLabRequest } from '../request.ts'
import { type MergeRequestRef, mergeRequestTarget } from './merge-requests.ts'

/** GitLab has no filter for threads: those that consist of system notes are left out here, so a page may have fewer items than requested. */
export async function listDiscussions(gitlab: GitLab, input: MergeRequestRef & Paging & { system: boolean }, call: GitLabCall) {
  const { path, subject } = await mergeRequestTarget(gitlab, input, call)
  return {
    ...(await list(
      gitlab,
      { path: `${path}/discussions`, subject, ...(!input.system && { includes: isByUsers }) },
      pagingOf(input),
      discussionOf,
      call
    )),
    untrusted: true
  }
}

const isByUsers = (thread: Row): boolean => !Array.isArray(thread['notes']) || rows(thread, 'notes').some(note => !flag(note, 'system'))

/** A line of a changed file: in its new version, or in the old one if the line was removed. */
export interface DiffLine {
  path?: string
  old_path?: string
  new_line?: number
  old_line?: number
}

/** GitLab needs three commits of the merge request to identify a line; they are read here, so that callers need not send them. */
export async function positionOf(gitlab: GitLab, request: Pick<GitLabRequest, 'path' | 'subject'>, line: DiffLine, call: GitLabCall) {
  const { path, old_path = path, new_line, old_line } = line
  const refs = below(await gitlab.row(request, call), 'diff_refs')
  if (text(refs, 'head_sha') === '')
    throw invalidField('path', 'cannot be commented on: the merge request has no changes', 'a comment without path')
  const shas = { base_sha: text(refs, 'base_sha'), start_sha: text(refs, 'start_sha'), head_sha: text(refs, 'head_sha') }
  return { position_type: 'text', ...shas, new_path: path, old_path, new_line, old_line }
}

export async function createDiscussion(gitlab: GitLab, { body, ...line }: MergeRequestRef & DiffLine & { body: string }, call: GitLabCall) {
  rejectQuickActions(body, 'body')
  const { path, subject } = await mergeRequestTarget(gitlab, line, call)
  const json: Row = { body, ...(line.path !== undefined && { position: await positionOf(gitlab, { path, subject }, line, call) }) }
  return discussionOf(await gitlab.row({ method: 'POST', path: `${path}/discussions`, json, subject }, call).catch(withLineAdvice))
}

/** GitLab only reports that `line_code` is blank if a line is not in the diff. */
export function withLineAdvice(error: unknown): never {
  if (!(error instanceof OperationError) || !error.message.includes('line_code')) throw error
  throw new OperationError(error.reason, error.message, { ...error.details, suggestions: LINE_ADVICE }, { cause: error })
}

const LINE_ADVICE = [
  'The line is not in the diff: gitlab_get_merge_request_diff returns the lines that can be commented on, in the hunks of the file.',
  'Set only new_line for an added line (+), only old_line for a removed line (-), and both for an unchanged line.',
  'For a file that was renamed, also set old_path. For a line outside the diff, comment without path.'
]

interface DiscussionRef extends MergeRequestRef {
  discussion_id: string
}

async function discussionTarget(gitlab: GitLab, name: DiscussionRef, call: GitLabCall) {
  const { project, path } = await mergeRequestTarget(gitlab, name, call)
  const subject = project.subject('discussion', `${name.discussion_id} on !${name.merge_request_iid}`)
  return { path: `${path}/discussions/${segment(name.discussion_id, 'discussion_id')}`, subject }
}

export async function replyToDiscussion(gitlab: GitLab, { body, ...name }: DiscussionRef & { body: string }, call: GitLabCall) {
  rejectQuickActions(body, 'body')
  const { path, subject } = await discussionTarget(gitlab, name, call)
  return noteOf(await gitlab.row({ method: 'POST', path: `${path}/notes`, json: { body }, subject }, call))
}

export async function resolveDiscussion(gitlab: GitLab, { resolved, ...name }: DiscussionRef & { resolved: boolean }, call: GitLabCall) {
  const { path, subject } = await discussionTarget(gitlab, name, call)
  return discussionOf(await gitlab.row({ method: 'PUT', path, json: { resolved }, subject }, call))
}
