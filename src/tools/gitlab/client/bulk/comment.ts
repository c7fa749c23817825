import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem } from '../../../../contract/bulk.ts'
import type { UndoItem } from '../../../../contract/bulk-afterwards.ts'
import { flag, integerOrNull, isRow, type Row, text } from '../../../../lib/row.ts'
import { currentUser } from '../probe.ts'
import { personIn } from '../shapes/people.ts'
import { requestFor } from './change.ts'
import { type BulkTurn, conflict, each, type Found, ifGone, look } from './each.ts'
import { MOST_ROWS } from './select.ts'

/** What undo needs. */
const Image = Type.Object({ comment_id: Type.Integer() })

export const commentEach = (items: BulkItem[], json: { body: string; internal: boolean }, call: BulkTurn) =>
  each(items, call, async ({ id }, single) => {
    const { path, about } = await requestFor('issues', id, call)
    const row = await single.client.row({ method: 'POST', path: `${path}/notes`, json, about }, call)
    const comment_id = integerOrNull(row, 'id')
    return { outcome: 'succeeded', ...(comment_id !== null && { before: { comment_id } }) }
  })

/** Looks at the newest comments of each: one with the same words, by the same user, written since the issue was listed, is this one. */
export async function* findComments(items: BulkItem[], body: string, call: BulkTurn) {
  const me = await currentUser(call.client, call)
  yield* look(items, async item => {
    const { path, about } = await requestFor('issues', item.id, call)
    const query = { sort: 'desc', order_by: 'created_at', per_page: MOST_ROWS, activity_filter: 'only_comments' }
    const answer = await call.client.send({ path: `${path}/notes`, query, about }, call)
    const notes = Array.isArray(answer.body) ? answer.body.filter(isRow) : []
    const mine = notes.filter(note => !flag(note, 'system') && personIn(note, 'author')?.id === me.id)
    return judged(
      mine.filter(note => isSame(note, body)),
      item,
      notes.length < MOST_ROWS
    )
  })
}

/** An issue changes whenever it is commented on: what was written before it was listed is not later than that. */
function judged(equal: Row[], { etag }: BulkItem, all: boolean): Found {
  const since = equal.filter(note => etag === undefined || Date.parse(text(note, 'created_at')) > Date.parse(etag))
  const [found, ...others] = since
  if (!found) return { outcome: all || etag !== undefined ? 'not_attempted' : 'unknown' }
  const comment_id = integerOrNull(found, 'id')
  if (etag === undefined || others.length > 0 || comment_id === null) return { outcome: 'unknown' }
  return { outcome: 'succeeded', before: { comment_id } }
}

const isSame = (note: Row, body: string): boolean => text(note, 'body').trim() === body.trim()

export const takeBackEach = (items: UndoItem[], body: string, call: BulkTurn) =>
  each(items, call, (item, single) => takeBack(item, body, single).catch(ifGone({ outcome: 'skipped' as const })))

async function takeBack({ id, before }: UndoItem, body: string, call: BulkTurn) {
  if (!Check(Image, before)) throw conflict(`Nobody can say which comment of ${id} is meant; none was deleted.`)
  const { path, about } = await requestFor('issues', id, call)
  const request = { path: `${path}/notes/${before.comment_id}`, about }
  if (!isSame(await call.client.row(request, call), body)) throw conflict(`Somebody edited the comment on ${id}; it was left alone.`)
  await call.client.send({ method: 'DELETE', ...request }, call)
  return { outcome: 'succeeded' } as const
}
