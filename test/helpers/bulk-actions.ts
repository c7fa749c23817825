import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { OperationError } from '../../src/contract/errors.ts'
import { shelfAction } from './bulk.ts'
import { paintAction } from './paint-shop.ts'

/** Actions whose items are requests to a server that counts them: one that must not be done twice, one that may, and one that can be taken back. */
export function countedActions(base: string): BulkAdapter[] {
  const post = async (id: string, signal: AbortSignal): Promise<void> => {
    const answer = await fetch(`${base}/items/${id}`, { method: 'POST', signal }).catch((cause: unknown) => {
      throw new OperationError('connection_failed', 'The connection broke', { outcome: 'unknown' }, { cause })
    })
    await answer.arrayBuffer()
  }
  const once = shelfAction({
    name: 'once',
    idempotent: false,
    max_batch: 1,
    concurrency: 4,
    executeBatch: async function* (items, _action, { signal }) {
      for (const { id } of items) {
        await post(id, signal)
        yield { item_id: id, outcome: 'succeeded' }
      }
    }
  })
  const again = shelfAction({
    name: 'again',
    max_batch: 10,
    concurrency: 2,
    executeBatch: async function* (items, _action, { signal }) {
      for (const { id } of items) {
        await post(id, signal)
        yield { item_id: id, outcome: 'succeeded' }
      }
    }
  })
  return [once, again, paintAction(base)]
}
