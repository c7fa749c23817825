import type { ListInput } from '../../../contract/operation.ts'
import type { Trello, Turn } from './connection.ts'
import { cursorFor, placeIn } from './cursor.ts'
import { cardRef } from './resolve.ts'
import { commentOf } from './shapes.ts'

/** The newest first; a page goes on before the id of its last one. */
export async function listComments(trello: Trello, { card_id, limit, cursor }: ListInput & { card_id: string }, turn: Turn) {
  const [before] = placeIn(cursor, 'string') ?? []
  const query = { filter: 'commentCard', limit: limit + 1, ...(before !== undefined && { before }) }
  const rows = await trello.rows({ path: `cards/${cardRef(card_id)}/actions`, query }, turn)
  const items = rows.slice(0, limit).map(commentOf)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return {
    items,
    next_cursor: more ? cursorFor([last.id]) : null,
    total: cursor === undefined && !more ? { value: items.length, relation: 'eq' as const } : null
  }
}

export async function addComment(trello: Trello, { card_id, text }: { card_id: string; text: string }, turn: Turn) {
  return commentOf(await trello.row({ method: 'POST', path: `cards/${cardRef(card_id)}/actions/comments`, json: { text } }, turn))
}

export async function updateComment(trello: Trello, { comment_id, text }: { comment_id: string; text: string }, turn: Turn) {
  return commentOf(await trello.row({ method: 'PUT', path: `actions/${comment_id}`, json: { text } }, turn))
}

export async function deleteComment(trello: Trello, comment_id: string, turn: Turn) {
  await trello.send({ method: 'DELETE', path: `actions/${comment_id}` }, turn)
  return { id: comment_id, deleted: true }
}
