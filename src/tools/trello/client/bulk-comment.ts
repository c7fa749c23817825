import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem } from '../../../contract/bulk.ts'
import type { UndoItem } from '../../../contract/bulk-afterwards.ts'
import { isSameText } from '../../../lib/format.ts'
import { text as textOf } from '../../../lib/row.ts'
import type { Comment } from '../schemas.ts'
import { conflict } from './bulk-change.ts'
import { each, ifGone, look } from './bulk-each.ts'
import { cardPath } from './card-path.ts'
import type { BulkTurn } from './connection.ts'
import { myId } from './resolve.ts'
import { commentOf } from './shapes.ts'

/** What undo needs. */
const Image = Type.Object({ comment_id: Type.String() })

/** Trello answers no more comments at once than this. */
const MOST_COMMENTS = 1000

export const commentEach = (items: BulkItem[], text: string, call: BulkTurn) =>
  each(items, call, async ({ id }) => {
    const row = await call.client.row({ method: 'POST', path: `${cardPath(id)}/actions/comments`, json: { text } }, call)
    return { outcome: 'succeeded', before: { comment_id: textOf(row, 'id') } }
  })

export async function* findComments(items: BulkItem[], text: string, call: BulkTurn) {
  const me = await myId(call.client, call)
  yield* look(items, async item => {
    const query = { filter: 'commentCard', limit: MOST_COMMENTS }
    const rows = await call.client.rows({ path: `${cardPath(item.id)}/actions`, query }, call)
    const mine = rows.map(commentOf).filter(({ author }) => author === null || author.id === me)
    return rows.length < MOST_COMMENTS ? judged(mine, text, item) : { outcome: 'unknown' }
  })
}

/**
 * A comment changes when the card last changed, which is its etag since it was listed: whatever was written before then is not later than
 * that, by Trello's own clock. Without an etag an equal comment may be an older one.
 */
function judged(mine: Comment[], text: string, { etag }: BulkItem) {
  const since = mine.filter(({ created }) => etag === undefined || created === null || created > etag)
  const [found, ...others] = since.filter(comment => comment.edited !== null || isSameText(comment.text, text))
  if (!found) return { outcome: 'not_attempted' } as const
  const certain = etag !== undefined && others.length === 0 && found.edited === null && found.created !== null && found.author !== null
  if (!certain) return { outcome: 'unknown' } as const
  return { outcome: 'succeeded', before: { comment_id: found.id } } as const
}

export const takeBackEach = (items: UndoItem[], text: string, call: BulkTurn) =>
  each(items, call, item => takeBack(item, text, call).catch(ifGone({ outcome: 'skipped' as const })))

async function takeBack({ id, before }: UndoItem, text: string, call: BulkTurn) {
  if (!Check(Image, before)) throw conflict(`Nobody can say which comment of the card ${id} is meant; none was deleted.`)
  const path = `actions/${before.comment_id}`
  const comment = commentOf(await call.client.row({ path }, call))
  if (!isSameText(comment.text, text)) throw conflict(`Somebody edited the comment on the card ${id}; it was left alone.`)
  await call.client.send({ method: 'DELETE', path }, call)
  return { outcome: 'succeeded' } as const
}
