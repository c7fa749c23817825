import type { ListInput } from '../../../../contract/operation.ts'
import { encodeCursor } from '../../../../lib/cursor.ts'
import type { Trello, TrelloCall } from '../connection.ts'
import { readCursor } from '../cursor.ts'
import { toComment } from '../mappers.ts'
import { cardRef } from '../resolve-names.ts'

/** Returns one page of the comments on a card, newest first. The next page continues before the ID of the last comment. */
export async function listComments(trello: Trello, { card_id, limit, cursor }: ListInput & { card_id: string }, call: TrelloCall) {
  const [before] = readCursor(cursor, 'string') ?? []
  const query = { filter: 'commentCard', limit: limit + 1, ...(before !== undefined && { before }) }
  const rows = await trello.rows({ path: `cards/${cardRef(card_id)}/actions`, query }, call)
  const items = rows.slice(0, limit).map(toComment)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return {
    items,
    next_cursor: more ? encodeCursor([last.id]) : null,
    total: cursor === undefined && !more ? { value: items.length, relation: 'eq' as const } : null
  }
}

export async function addComment(trello: Trello, { card_id, text }: { card_id: string; text: string }, call: TrelloCall) {
  return toComment(await trello.row({ method: 'POST', path: `cards/${cardRef(card_id)}/actions/comments`, json: { text } }, call))
}

export async function updateComment(trello: Trello, { comment_id, text }: { comment_id: string; text: string }, call: TrelloCall) {
  return toComment(await trello.row({ method: 'PUT', path: `actions/${comment_id}`, json: { text } }, call))
}

export async function deleteComment(trello: Trello, comment_id: string, call: TrelloCall) {
  await trello.send({ method: 'DELETE', path: `actions/${comment_id}` }, call)
  return { id: comment_id, deleted: true }
}
