import type { BulkItem } from '../../../contract/bulk.ts'
import { OperationError } from '../../../contract/errors.ts'
import { time } from '../../../lib/row.ts'
import { conflict } from './bulk-change.ts'
import { each, ifGone, look } from './bulk-each.ts'
import { cardPath } from './card-path.ts'
import type { BulkTurn } from './connection.ts'

export type DeleteAction = { board_id: string | null }

/** One that was listed, and is gone when the job comes to it again, is its own doing. */
export const deleteEach = (items: BulkItem[], action: DeleteAction, call: BulkTurn) =>
  each(items, call, async item => {
    if (await deleteUnchanged(item, call).catch(ifGone(false))) return { outcome: 'succeeded' }
    if (!(await seesBoard(action, call))) throw hidden(action)
    return { outcome: item.again && item.etag !== undefined ? 'succeeded' : 'skipped' }
  })

/** A card that is not what the preview showed is not what was confirmed. */
async function deleteUnchanged({ id, etag }: BulkItem, call: BulkTurn): Promise<boolean> {
  const path = cardPath(id)
  const card = await call.client.row({ path, query: { fields: 'dateLastActivity' } }, call)
  if (etag !== undefined && time(card, 'dateLastActivity') !== etag)
    throw conflict(`Somebody changed the card ${id} after it was listed; it was left alone.`)
  await call.client.send({ method: 'DELETE', path }, call)
  return true
}

export const findDeleted = (items: BulkItem[], action: DeleteAction, call: BulkTurn) =>
  look(items, async ({ id }) => {
    const there = await call.client.row({ path: cardPath(id), query: { fields: 'name' } }, call).then(() => true, ifGone(false))
    if (there) return { outcome: 'not_attempted' }
    return { outcome: action.board_id !== null && (await seesBoard(action, call)) ? 'succeeded' : 'unknown' }
  })

/** Trello says the same of a card that is gone, and of every card of a board that the token may not see any more. */
async function seesBoard({ board_id }: DeleteAction, call: BulkTurn): Promise<boolean> {
  if (board_id === null) return true
  return await call.client.row({ path: `boards/${board_id}`, query: { fields: 'name' } }, call).then(() => true, ifGone(false))
}

const hidden = ({ board_id }: DeleteAction): OperationError =>
  new OperationError('insufficient_permissions', `The token cannot see the board ${board_id} any more: nothing is known of its cards.`, {
    source: 'gateway',
    outcome: 'not_executed',
    of_credential: true,
    suggestions: ['Give the member access to the board again, or cancel the job.']
  })
