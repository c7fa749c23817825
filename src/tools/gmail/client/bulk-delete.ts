import type { BulkItem, BulkResult } from '../../../contract/bulk.ts'
import type { Finding } from '../../../contract/bulk-afterwards.ts'
import { look, portions } from './bulk-look.ts'
import type { BulkTurn } from './bulk-select.ts'
import { together } from './bulk-together.ts'

/** Of messages that the caller named, those that are gone already are told apart: Gmail itself says nothing of them. */
export async function* deleteAll(items: BulkItem[], { named }: { named: boolean }, call: BulkTurn): AsyncGenerator<BulkResult> {
  const remove = (ids: string[]): Promise<unknown> =>
    call.client.send({ path: 'messages/batchDelete', method: 'POST', json: { ids } }, call)
  if (!named) {
    yield* together(items, remove, call)
    return
  }
  for (const portion of portions(items)) {
    const there: BulkItem[] = []
    for (const seen of await look(portion, call)) {
      if (seen.labels) there.push(seen.item)
      else yield seen.gone ? { item_id: seen.item.id, outcome: 'skipped' } : seen.failure
    }
    yield* together(there, remove, call)
  }
}

export async function* findDeleted(items: BulkItem[], _action: unknown, call: BulkTurn): AsyncGenerator<Finding> {
  for (const portion of portions(items))
    for (const seen of await look(portion, call))
      yield { item_id: seen.item.id, outcome: seen.labels ? 'not_attempted' : seen.gone ? 'succeeded' : 'unknown' }
}
