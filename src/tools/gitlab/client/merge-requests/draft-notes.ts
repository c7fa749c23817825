import { below, flagOrNull, integerOrNull, type Row, textOrNull } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { rejectQuickActions } from '../content/quick-actions.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import type { GitLabCall } from '../request.ts'
import { type DiffLine, positionOf, withLineAdvice } from './discussions.ts'
import { type MergeRequestRef, mergeRequestTarget } from './merge-requests.ts'

const draftNoteOf = (row: Row) => {
  const position = below(row, 'position')
  return {
    id: integerOrNull(row, 'id'),
    body: textOrNull(row, 'note'),
    discussion_id: textOrNull(row, 'discussion_id'),
    resolve_discussion: flagOrNull(row, 'resolve_discussion'),
    path: textOrNull(position, 'new_path') ?? textOrNull(position, 'old_path'),
    new_line: integerOrNull(position, 'new_line'),
    old_line: integerOrNull(position, 'old_line')
  }
}

/** GitLab returns all drafts at once. */
export async function listDraftNotes(gitlab: GitLab, input: MergeRequestRef & Paging, call: GitLabCall) {
  const { path, subject } = await mergeRequestTarget(gitlab, input, call)
  return await list(gitlab, { path: `${path}/draft_notes`, subject, unpaginated: true }, pagingOf(input), draftNoteOf, call)
}

interface NewDraft extends MergeRequestRef, DiffLine {
  body: string
  discussion_id?: string
  resolve_discussion?: boolean
}

export async function createDraftNote(
  gitlab: GitLab,
  { body, discussion_id: in_reply_to_discussion_id, resolve_discussion, ...line }: NewDraft,
  call: GitLabCall
) {
  rejectQuickActions(body, 'body')
  const { path, subject } = await mergeRequestTarget(gitlab, line, call)
  const position = line.path === undefined ? undefined : await positionOf(gitlab, { path, subject }, line, call)
  const json = { note: body, in_reply_to_discussion_id, resolve_discussion, position }
  return draftNoteOf(await gitlab.row({ method: 'POST', path: `${path}/draft_notes`, json, subject }, call).catch(withLineAdvice))
}

interface DraftRef extends MergeRequestRef {
  draft_id: number
}

async function draftTarget(gitlab: GitLab, { draft_id, ...name }: DraftRef, call: GitLabCall) {
  const { path, project } = await mergeRequestTarget(gitlab, name, call)
  return { path: `${path}/draft_notes/${draft_id}`, subject: project.subject('draft comment', `${draft_id} on !${name.merge_request_iid}`) }
}

export async function updateDraftNote(gitlab: GitLab, { body, ...name }: DraftRef & { body: string }, call: GitLabCall) {
  rejectQuickActions(body, 'body')
  return draftNoteOf(await gitlab.row({ method: 'PUT', ...(await draftTarget(gitlab, name, call)), json: { note: body } }, call))
}

export async function deleteDraftNote(gitlab: GitLab, name: DraftRef, call: GitLabCall) {
  await gitlab.send({ method: 'DELETE', ...(await draftTarget(gitlab, name, call)) }, call)
  return { draft_id: name.draft_id, deleted: true }
}

/** Publishes one draft, or all of them at once. GitLab returns no content. */
export async function publishDraftNotes(gitlab: GitLab, { draft_id, ...name }: MergeRequestRef & { draft_id?: number }, call: GitLabCall) {
  if (draft_id === undefined) {
    const { path, subject } = await mergeRequestTarget(gitlab, name, call)
    await gitlab.send({ method: 'POST', path: `${path}/draft_notes/bulk_publish`, subject }, call)
  } else {
    const { path, subject } = await draftTarget(gitlab, { ...name, draft_id }, call)
    await gitlab.send({ method: 'PUT', path: `${path}/publish`, subject }, call)
  }
  return { published: true, draft_id: draft_id ?? null }
}
