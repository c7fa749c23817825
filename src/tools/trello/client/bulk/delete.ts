import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemFinding, ifInvisible, ifMissing, lookUpEach } from '../../../../contract/each-item.ts'
import { OperationError } from '../../../../contract/errors.ts'
import { text, time } from '../../../../lib/row.ts'
import type { TrelloBulkCall } from '../connection.ts'
import { cardPath } from './card-path.ts'
import { conflict } from './change.ts'

export type DeleteAction = { board_id: string | null }

/** Deletes the cards. If a card existed when it was listed and an earlier attempt was made, that attempt deleted it. */
export const deleteCards = (items: BulkItem[], action: DeleteAction, call: TrelloBulkCall) =>
  forEachItem(items, call, async item => {
    if (await deleteUnchanged(item, call).catch(ifMissing(false))) return { outcome: 'succeeded' }
    const board = boardOf(item, action)
    if (!(await isBoardVisible(board, call))) throw boardNotVisible(board)
    return foundDone(item, wasThere(item) && {})
  })

/** Deletes a card unless it changed since the preview. Returns true; throws version_conflict if it changed. */
async function deleteUnchanged(item: BulkItem, call: TrelloBulkCall): Promise<boolean> {
  const { id, etag } = item
  const path = cardPath(id)
  const card = await call.client.row({ path, query: { fields: 'dateLastActivity,idBoard' }, was_seen: wasThere(item) }, call)
  if (etag !== undefined && time(card, 'dateLastActivity') !== etag)
    throw conflict(`Another user changed the card ${id} after it was listed, so it was not deleted.`)
  if (etag === undefined) await call.keepBefore?.(id, { board_id: text(card, 'idBoard') })
  await call.client.send({ method: 'DELETE', path }, call)
  return true
}

/** Whether the card existed when it was listed, or when an earlier attempt was about to delete it. */
const wasThere = ({ etag, before }: BulkItem): boolean => (etag ?? before) !== undefined

export const findDeleted = (items: BulkItem[], action: DeleteAction, call: TrelloBulkCall) =>
  lookUpEach(items, call, item => findOne(item, action, call).catch(ifInvisible<ItemFinding>({ outcome: 'unknown' })))

async function findOne(item: BulkItem, action: DeleteAction, call: TrelloBulkCall): Promise<ItemFinding> {
  const board = boardOf(item, action)
  const request = { path: cardPath(item.id), query: { fields: 'name' }, was_seen: wasThere(item) }
  const exists = await call.client.row(request, call).then(() => true, ifMissing(false))
  if (exists) return { outcome: 'not_attempted' }
  return { outcome: wasThere(item) && board.board_id !== null && (await isBoardVisible(board, call)) ? 'succeeded' : 'unknown' }
}

/** Stored before a card is deleted: the board that it is on. */
const Attempted = Type.Object({ board_id: Type.String() })

/** Returns the board of the selection; for a card that was selected by ID, the board on which an earlier attempt found it. */
const boardOf = ({ before }: BulkItem, { board_id }: DeleteAction): DeleteAction => ({
  board_id: board_id ?? (Check(Attempted, before) ? before.board_id : null)
})

/** Returns whether the token can see the board. Trello returns the same 404 for a deleted card and for every card of a board that the token cannot see. */
async function isBoardVisible({ board_id }: DeleteAction, call: TrelloBulkCall): Promise<boolean> {
  if (board_id === null) return true
  return await call.client.row({ path: `boards/${board_id}`, query: { fields: 'name' } }, call).then(() => true, ifMissing(false))
}

const boardNotVisible = ({ board_id }: DeleteAction): OperationError =>
  new OperationError(
    'insufficient_permissions',
    `The token can no longer see the board ${board_id}, so the state of its cards is unknown.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      of_credential: true,
      suggestions: ['Give the owner of the token access to the board again, or cancel the job.']
    }
  )
