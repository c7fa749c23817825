import type { BulkItem, BulkResult } from '../../../contract/bulk.ts'
import type { Finding } from '../../../contract/bulk-afterwards.ts'
import { failedItem } from '../../../contract/bulk-failure.ts'
import { type ErrorDetails, OperationError, type Reason } from '../../../contract/errors.ts'
import type { ApiEvent } from './api.ts'
import type { BulkTurn } from './bulk-select.ts'
import { getEvent } from './write.ts'

type Done = Omit<BulkResult, 'item_id'>
type Found = Omit<Finding, 'item_id'>

/** Acts on one after another: Google slows down whoever writes to one calendar side by side. What fails of one is its result. */
export async function* each<Item extends BulkItem>(
  items: Item[],
  { signal }: BulkTurn,
  act: (item: Item) => Promise<Done>
): AsyncGenerator<BulkResult> {
  for (const item of items) {
    signal.throwIfAborted()
    yield await act(item).then(
      done => ({ item_id: item.id, ...done }),
      error => failedItem(item, error)
    )
  }
}

/** Looks at one after another. */
export async function* look(items: BulkItem[], { signal }: BulkTurn, find: (item: BulkItem) => Promise<Found>): AsyncGenerator<Finding> {
  for (const item of items) {
    signal.throwIfAborted()
    yield { item_id: item.id, ...(await find(item)) }
  }
}

/** The event as it is now; undefined where it was deleted, or never was. */
export async function standing(calendar_id: string, id: string, call: BulkTurn): Promise<ApiEvent | undefined> {
  const event = await getEvent(call.client, calendar_id, id, call).catch(ifGone)
  return event?.status === 'cancelled' ? undefined : event
}

/** In place of what a missing event is answered with. */
export function ifGone(error: unknown): undefined {
  if (error instanceof OperationError && (error.reason === 'upstream_not_found' || error.reason === 'upstream_gone')) return undefined
  throw error
}

const refusal = (reason: Reason, message: string, details: ErrorDetails = {}): OperationError =>
  new OperationError(reason, message, { source: 'gateway', outcome: 'not_executed', ...details })

export const conflict = (message: string): OperationError => refusal('version_conflict', message)
export const impossible = (message: string): OperationError => refusal('cannot_be_honoured', message)
export const missing = (id: string): OperationError => refusal('upstream_not_found', `There is no event ${id} any more.`)

/** Left alone, since it is not what the preview showed. */
export const leftAlone = (id: string): Done => {
  const { code, reason, message } = conflict(`Somebody changed the event ${id} after it was listed; it was left alone.`)
  return { outcome: 'skipped', error: { code, reason, message } }
}
