import type { BulkItem, BulkResult } from '../../../contract/bulk.ts'
import type { Finding } from '../../../contract/bulk-afterwards.ts'
import { beforeNext, failedItem } from '../../../contract/bulk-failure.ts'
import { type ErrorDetails, OperationError, type Reason } from '../../../contract/errors.ts'
import { type ApiEvent, eventsPath } from './api.ts'
import type { BulkTurn } from './connection.ts'
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
    beforeNext(signal)
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
  const event = await getEvent(call.client, calendar_id, id, call).catch(ifGone(calendar_id, call))
  return event?.status === 'cancelled' ? undefined : event
}

/**
 * In place of what a missing event is answered with. Google says the same of every event of a calendar that the account may not see any more:
 * of those nothing is known, and the job had better wait.
 */
export const ifGone =
  (calendar_id: string, call: BulkTurn) =>
  async (error: unknown): Promise<undefined> => {
    if (isOf(error, 'upstream_gone')) return undefined
    if (!isOf(error, 'upstream_not_found')) throw error
    const query = { maxResults: 1, fields: 'nextPageToken' }
    await call.client.send({ path: eventsPath(calendar_id), query }, call).catch((refused: unknown) => {
      throw isOf(refused, 'upstream_not_found') ? hidden(calendar_id) : refused
    })
    return undefined
  }

const isOf = (error: unknown, reason: Reason): boolean => error instanceof OperationError && error.reason === reason

const hidden = (calendar_id: string): OperationError =>
  refusal('insufficient_permissions', `The account cannot see the calendar ${calendar_id}: nothing is known of its events.`, {
    of_credential: true,
    suggestions: ['Share the calendar with the account again, or cancel the job.']
  })

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
