import { setTimeout as sleep } from 'node:timers/promises'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { OperationError } from '../../src/contract/errors.ts'
import { itemNamed, manyOf, pageOf, testAdapter } from './bulk.ts'
import { paintAdapter } from './fake-server.ts'

/**
 * Actions whose items are requests to a server that counts them: one that is not idempotent, one that is, one with undo, one that
 * finishes at once without a request, and one with an item that ends its process.
 */
export function countedActions(base: string): BulkAdapter[] {
  const post = async (id: string, signal: AbortSignal): Promise<void> => {
    const answer = await fetch(`${base}/items/${id}`, { method: 'POST', signal }).catch((cause: unknown) => {
      throw new OperationError('connection_failed', 'The connection broke', { outcome: 'unknown' }, { cause })
    })
    await answer.arrayBuffer()
    if (answer.status === 503) throw new OperationError('connection_failed', 'It is not there', { outcome: 'not_executed' })
  }
  const once = testAdapter({
    name: 'once',
    idempotent: false,
    max_batch: 1,
    page_size: 50,
    concurrency: 4,
    nextBatch: async (query, at) => {
      await sleep(3) // so that kills occur while a page is on its way
      return pageOf(query, at)
    },
    executeBatch: async function* (items, _action, { signal }) {
      for (const { id } of items) {
        await post(id, signal)
        yield { item_id: id, outcome: 'succeeded' }
      }
    }
  })
  const again = testAdapter({
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
  const swift = testAdapter({
    name: 'swift',
    max_batch: 1_000,
    page_size: 1_000,
    // Ids as long as Gmail's.
    nextBatch: async (query, { size, offset }) => {
      const left = manyOf(query) - offset
      const items = Array.from({ length: Math.min(size, left) }, (_, at) => itemNamed((offset + at).toString(16).padStart(16, '0')))
      return { items, next: left > size ? String(offset + size) : undefined }
    }
  })
  const lethal = testAdapter({
    name: 'lethal',
    max_batch: 1,
    executeBatch: async function* (items, _action, { signal }) {
      for (const { id } of items) {
        if (id === 'item-3') process.kill(process.pid, 'SIGKILL')
        await post(id, signal)
        yield { item_id: id, outcome: 'succeeded' }
      }
    }
  })
  return [once, again, swift, lethal, paintAdapter(base)]
}
