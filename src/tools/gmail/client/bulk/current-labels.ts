import pMap from 'p-map'
import type { BulkItem, BulkResult } from '../../../../contract/bulk.ts'
import { beforeNext, failedItem } from '../../../../contract/bulk-outcomes.ts'
import { OperationError } from '../../../../contract/errors.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { readMessage } from '../api.ts'
import { MAX_CONCURRENT_REQUESTS, READ_BATCH } from '../quota.ts'
import type { GmailBulkCall } from './select.ts'

/** The current labels of a message, or its failed result if it could not be read. */
export type CurrentLabels<Item> =
  | { item: Item; labels: string[] }
  | { item: Item; labels: undefined; failure: BulkResult; isMissing: boolean }

/** Reads the labels of each message. Throws an error that does not concern a single message. */
export const readLabelsOf = <Item extends BulkItem>(items: readonly Item[], call: GmailBulkCall): Promise<CurrentLabels<Item>[]> =>
  pMap(
    items,
    async item => {
      beforeNext(call)
      try {
        const body = await call.client.send({ path: `messages/${segment(item.id)}`, query: { format: 'minimal' } }, call)
        return { item, labels: readMessage(body).labelIds ?? [] }
      } catch (error) {
        beforeNext(call) // an aborted read has not started the item
        return { item, labels: undefined, failure: failedItem(item, error), isMissing: isNotFound(error) }
      }
    },
    { concurrency: MAX_CONCURRENT_REQUESTS }
  )

const isNotFound = (error: unknown): boolean => error instanceof OperationError && error.reason === 'upstream_not_found'

/** Yields batches that are small enough for the labels read to be still current when the messages are changed. */
export function* readBatches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += READ_BATCH) yield items.slice(at, at + READ_BATCH)
}
