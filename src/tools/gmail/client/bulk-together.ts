import type { BulkItem, BulkResult } from '../../../contract/bulk.ts'
import { beforeNext, failedItem } from '../../../contract/bulk-failure.ts'
import type { BulkTurn } from './bulk-select.ts'

/** So many refusals without anything done, and it is no single message that Gmail refuses. */
const MOST_REFUSALS = 40

interface Tally {
  refused: number
  done: number
}

/**
 * One request for all messages. Gmail refuses it whole for one id that it cannot take, and does not say which: each half is sent for itself
 * until the bad ones are found and all others are done. That is safe, since a request that was refused did nothing.
 */
export async function* together<Item extends BulkItem>(
  items: readonly Item[],
  send: (ids: string[]) => Promise<unknown>,
  call: BulkTurn,
  resultOf: (item: Item) => BulkResult = succeeded,
  tally: Tally = { refused: 0, done: 0 }
): AsyncGenerator<BulkResult> {
  if (items.length === 0) return
  beforeNext(call.signal)
  const refusal = await send(items.map(({ id }) => id)).then(
    () => undefined,
    (error: unknown) => items.map(item => failedItem(item, error)) // throws what is no message's doing
  )
  if (!refusal) {
    tally.done++
    yield* items.map(resultOf)
    return
  }
  tally.refused++
  if (items.length === 1 || isForLabels(refusal)) {
    yield* refusal
    return
  }
  if (tally.done === 0 && tally.refused > MOST_REFUSALS) {
    yield* refusal.map(untried)
    return
  }
  const half = Math.ceil(items.length / 2)
  for (const part of [items.slice(0, half), items.slice(half)]) yield* together(part, send, call, resultOf, tally)
}

/** Where Gmail refuses a label of the request (`Invalid label: …`), no part of it would fare better. */
const isForLabels = ([first]: BulkResult[]): boolean => /\binvalid label/i.test(first?.error?.message ?? '')

/** Which of them Gmail refuses nobody knows. */
const untried = ({ error, ...row }: BulkResult): BulkResult => ({
  ...row,
  ...(error && { error: { ...error, message: `${error.message} It was refused with others, and after so many refusals not tried alone.` } })
})

export const succeeded = ({ id }: BulkItem): BulkResult => ({ item_id: id, outcome: 'succeeded' })
