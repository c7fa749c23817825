import type { BulkItem, BulkResult } from '../../../../contract/bulk.ts'
import { beforeNext, failedItem } from '../../../../contract/bulk-outcomes.ts'
import type { GmailBulkCall } from './select.ts'

/** After this many refusals without one success, the cause is not a single message. */
const MAX_REFUSALS = 40

interface Counts {
  refused: number
  succeeded: number
}

/**
 * Sends one request for all messages and yields a result for each. Gmail refuses the whole request for one invalid ID and does not state which, so each
 * half is then sent on its own until the invalid IDs are found. This is safe, since a refused request has no effect.
 */
export async function* bisectBatch<Item extends BulkItem>(
  items: readonly Item[],
  send: (ids: string[]) => Promise<unknown>,
  call: GmailBulkCall,
  resultOf: (item: Item) => BulkResult = succeeded,
  counts: Counts = { refused: 0, succeeded: 0 }
): AsyncGenerator<BulkResult> {
  if (items.length === 0) return
  beforeNext(call)
  const failures = await send(items.map(({ id }) => id)).then(
    () => undefined,
    (error: unknown) => items.map(item => failedItem(item, error)) // throws an error that does not concern single messages
  )
  if (!failures) {
    counts.succeeded++
    yield* items.map(resultOf)
    return
  }
  counts.refused++
  if (items.length === 1 || isInvalidLabel(failures)) {
    yield* failures
    return
  }
  if (counts.succeeded === 0 && counts.refused > MAX_REFUSALS) {
    yield* failures.map(notTriedAlone)
    return
  }
  const half = Math.ceil(items.length / 2)
  for (const part of [items.slice(0, half), items.slice(half)]) yield* bisectBatch(part, send, call, resultOf, counts)
}

/** If Gmail refuses a label of the request (`Invalid label: …`), it refuses every part of the request. */
const isInvalidLabel = ([first]: BulkResult[]): boolean => /\binvalid label/i.test(first?.error?.message ?? '')

/** It is unknown which of these messages Gmail refuses. */
const notTriedAlone = ({ error, ...result }: BulkResult): BulkResult => ({
  ...result,
  ...(error && {
    error: { ...error, message: `${error.message} It was refused together with others and, after too many refusals, not sent on its own.` }
  })
})

export const succeeded = ({ id }: BulkItem): BulkResult => ({ item_id: id, outcome: 'succeeded' })
