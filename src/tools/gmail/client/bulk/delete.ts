import type { BulkItem, BulkResult, Finding } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { bisectBatch } from './batch-bisect.ts'
import { readBatches, readLabelsOf } from './current-labels.ts'
import type { GmailBulkCall } from './select.ts'

/** Deletes the messages. Those that the caller selected by ID are read first, since Gmail does not report missing ones. */
export async function* deleteMessages(items: BulkItem[], { named }: { named: boolean }, call: GmailBulkCall): AsyncGenerator<BulkResult> {
  const remove = (ids: string[]): Promise<unknown> =>
    call.client.send({ path: 'messages/batchDelete', method: 'POST', json: { ids } }, call)
  if (!named) {
    yield* bisectBatch(items, remove, call)
    return
  }
  for (const batch of readBatches(items)) {
    const existing: BulkItem[] = []
    for (const current of await readLabelsOf(batch, call)) {
      const { item } = current
      if (current.labels) existing.push(item)
      else yield current.isMissing ? { item_id: item.id, ...foundDone(item, item.before !== undefined && {}) } : current.failure
    }
    await Promise.all(existing.map(item => call.keepBefore?.(item.id, {})))
    yield* bisectBatch(existing, remove, call)
  }
}

export async function* findDeleted(items: BulkItem[], { named }: { named: boolean }, call: GmailBulkCall): AsyncGenerator<Finding> {
  for (const batch of readBatches(items))
    for (const current of await readLabelsOf(batch, call))
      yield {
        item_id: current.item.id,
        outcome: current.labels ? 'not_attempted' : current.isMissing && existedBefore(current.item, named) ? 'succeeded' : 'unknown'
      }
}

/** A message from the search existed when it was listed. One that was selected by ID existed if an attempt of this job read it. */
const existedBefore = ({ before }: BulkItem, named: boolean): boolean => !named || before !== undefined
