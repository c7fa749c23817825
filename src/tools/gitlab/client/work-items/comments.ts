import { below, flag, flagOrNull, isRow, type Row, rows, text, textOrNull, time } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { rejectQuickActions } from '../content/quick-actions.ts'
import { connectionPage, globalId, mutate, numberOf } from '../http/graphql.ts'
import type { Paging } from '../http/pagination.ts'
import type { GitLabCall } from '../request.ts'
import { userIn } from './mappers.ts'
import type { WorkItemRef } from './namespaces.ts'
import { identify } from './work-items.ts'

/** GitLab returns at most 100 objects of a connection below another. */
const MAX_IN_THREAD = 100

const NOTE = 'id body system internal createdAt author { id username name }'

const commentOf = (row: Row) => ({
  id: numberOf(row),
  body: textOrNull(row, 'body'),
  author: isRow(row['author']) ? userIn(row['author']) : null,
  system: flagOrNull(row, 'system'),
  internal: flagOrNull(row, 'internal'),
  created_at: time(row, 'createdAt')
})

function threadOf(row: Row, call: GitLabCall) {
  const id = text(row, 'id').split('/').at(-1) || null
  if (flag(below(row, 'notes', 'pageInfo'), 'hasNextPage'))
    call.warn(`The thread ${id ?? ''} has more than ${MAX_IN_THREAD} comments: only its first ${MAX_IN_THREAD} are returned.`)
  return { id, comments: rows(below(row, 'notes'), 'nodes').map(commentOf) }
}

/** Comments are in one widget among others, so the page is read from the flattened response. */
export async function listWorkItemComments(
  gitlab: GitLab,
  { system, limit, cursor, ...ref }: WorkItemRef & Paging & { system: boolean },
  call: GitLabCall
) {
  const { id, namespace } = await identify(gitlab, ref, call)
  const document = `query($id: WorkItemID!, $filter: NotesFilterType, $first: Int, $after: String) { workItem(id: $id) { widgets {
    ... on WorkItemWidgetNotes { discussions(filter: $filter, first: $first, after: $after) {
      nodes { id notes(first: ${MAX_IN_THREAD}) { nodes { ${NOTE} } pageInfo { hasNextPage } } } pageInfo { hasNextPage endCursor } } } } } }`
  const variables = { id, filter: system ? 'ALL_NOTES' : 'ONLY_COMMENTS' }
  const subject = { kind: 'work item', name: String(ref.iid) }
  const request = { document, variables, namespace, subject, at: ['workItem', 'discussions'], flatten: discussionsIn }
  const page = await connectionPage(gitlab, request, { limit, ...(cursor !== undefined && { cursor }) }, row => threadOf(row, call), call)
  return { ...page, untrusted: true }
}

const discussionsIn = (data: Row): Row => ({
  workItem: rows(below(data, 'workItem'), 'widgets').find(widget => isRow(widget['discussions'])) ?? {}
})

export async function addWorkItemComment(
  gitlab: GitLab,
  { body, internal, discussion_id, ...ref }: WorkItemRef & { body: string; internal: boolean; discussion_id?: string },
  call: GitLabCall
) {
  rejectQuickActions(body, 'body')
  const { id, namespace } = await identify(gitlab, ref, call)
  const input = {
    noteableId: id,
    body,
    internal,
    ...(discussion_id !== undefined && { discussionId: globalId('Discussion', discussion_id) })
  }
  const document = `mutation($input: CreateNoteInput!) { createNote(input: $input) { note { ${NOTE} } errors } }`
  const subject = { kind: 'work item or thread', name: String(ref.iid) }
  const request = { name: 'createNote', document, variables: { input }, namespace, subject }
  return commentOf(below(await mutate(gitlab, request, call), 'note'))
}
