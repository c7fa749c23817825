import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem, UndoItem } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemFinding, ifMissing } from '../../../../contract/each-item.ts'
import { flag, integerOrNull, isRow, type Row, text, textOrNull } from '../../../../lib/row.ts'
import { currentUser } from '../account.ts'
import { personIn } from '../mappers/people.ts'
import { conflict, type GitLabBulkCall, reconcileEach } from './call.ts'
import { MAX_ROWS } from './selection.ts'
import { itemRequest } from './update.ts'

/** Stored for undo. */
const Image = Type.Object({ comment_id: Type.Integer() })

export const addComments = (items: BulkItem[], json: { body: string; internal: boolean }, call: GitLabBulkCall) =>
  forEachItem(items, call, async ({ id, etag }) => {
    const { path, subject } = await itemRequest('issues', id, call)
    if (etag === undefined) {
      const changed_at = textOrNull(await call.client.row({ path, subject }, call), 'updated_at')
      await call.keepBefore?.(id, { ...(changed_at !== null && { changed_at }) })
    }
    const row = await call.client.row({ method: 'POST', path: `${path}/notes`, json, subject }, call)
    const comment_id = integerOrNull(row, 'id')
    return { outcome: 'succeeded', ...(comment_id !== null && { before: { comment_id } }) }
  })

/** Stored before the comment is sent, for issues that the caller named by ID: when the issue last changed. */
const BeforeComment = Type.Object({ changed_at: Type.String() })

/** When the issue last changed before the comment, as stored at listing or by the attempt. */
const changedBefore = ({ etag, before }: BulkItem): string | undefined =>
  etag ?? (Check(BeforeComment, before) ? before.changed_at : undefined)

/** Searches the latest comments of each issue for one with the same text, by the same user, written since the issue was listed or read. */
export async function* findComments(items: BulkItem[], body: string, call: GitLabBulkCall) {
  const me = await currentUser(call.client, call)
  yield* reconcileEach(items, call, async item => {
    const { path, subject } = await itemRequest('issues', item.id, call)
    const query = { sort: 'desc', order_by: 'created_at', per_page: MAX_ROWS, activity_filter: 'only_comments' }
    const response = await call.client.send({ path: `${path}/notes`, query, subject }, call)
    const notes = Array.isArray(response.body) ? response.body.filter(isRow) : []
    const mine = notes.filter(note => !flag(note, 'system') && personIn(note, 'author')?.id === me.id)
    return findingOf(
      mine.filter(note => hasBody(note, body)),
      item,
      notes.length < MAX_ROWS
    )
  })
}

/** A comment changes `updated_at` of its issue, so a comment from before the listing is not later than the stored time. */
function findingOf(matches: Row[], item: BulkItem, areAllRead: boolean): ItemFinding {
  const before = changedBefore(item)
  const since = matches.filter(note => before === undefined || Date.parse(text(note, 'created_at')) > Date.parse(before))
  const [found, ...others] = since
  if (!found) return { outcome: areAllRead || before !== undefined ? 'not_attempted' : 'unknown' }
  const comment_id = integerOrNull(found, 'id')
  if (before === undefined || others.length > 0 || comment_id === null) return { outcome: 'unknown' }
  return { outcome: 'succeeded', before: { comment_id } }
}

const hasBody = (note: Row, body: string): boolean => text(note, 'body').trim() === body.trim()

export const deleteComments = (items: UndoItem[], body: string, call: GitLabBulkCall) =>
  forEachItem(items, call, item => deleteComment(item, body, call).catch(ifMissing(foundDone(item, {}))))

async function deleteComment({ id, before }: UndoItem, body: string, call: GitLabBulkCall) {
  if (!Check(Image, before)) throw conflict(`The ID of the comment on ${id} is unknown; nothing was deleted.`)
  const { path, subject } = await itemRequest('issues', id, call)
  const request = { path: `${path}/notes/${before.comment_id}`, subject }
  if (!hasBody(await call.client.row(request, call), body)) throw conflict(`The comment on ${id} was edited; it was not deleted.`)
  await call.client.send({ method: 'DELETE', ...request }, call)
  return { outcome: 'succeeded' } as const
}
