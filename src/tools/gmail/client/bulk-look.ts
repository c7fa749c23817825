import type { BulkItem, BulkResult } from '../../../contract/bulk.ts'
import { beforeNext, failedItem } from '../../../contract/bulk-failure.ts'
import { OperationError } from '../../../contract/errors.ts'
import { readMessage, segment } from './api.ts'
import type { BulkTurn } from './bulk-select.ts'
import { inParallel } from './in-parallel.ts'
import { LOOKED_AT_ONCE } from './units.ts'

/** A message as it is now: its labels; or its failure, where it cannot be read. */
export type Seen<Item> = { item: Item; labels: string[] } | { item: Item; labels: undefined; failure: BulkResult; gone: boolean }

/** Looks at each message. What is no message's doing ends it. */
export const look = <Item extends BulkItem>(items: readonly Item[], call: BulkTurn): Promise<Seen<Item>[]> =>
  inParallel(items, async item => {
    beforeNext(call.signal)
    try {
      const body = await call.client.send({ path: `messages/${segment(item.id)}`, query: { format: 'minimal' } }, call)
      return { item, labels: readMessage(body).labelIds ?? [] }
    } catch (error) {
      beforeNext(call.signal) // a look begins nothing
      return { item, labels: undefined, failure: failedItem(item, error), gone: isGone(error) }
    }
  })

const isGone = (error: unknown): boolean => error instanceof OperationError && error.reason === 'upstream_not_found'

/** So many of them at a time that what was seen is still true when they are changed. */
export function* portions<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += LOOKED_AT_ONCE) yield items.slice(at, at + LOOKED_AT_ONCE)
}
