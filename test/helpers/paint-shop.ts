import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import type { BulkAdapter, BulkResult } from '../../src/contract/bulk.ts'
import { shelfAction } from './bulk.ts'

/** What goes wrong with a write: the answer is lost before or after it is done, or it is refused. */
type Fault = 'lost_before' | 'lost_after' | 'refused'

export interface PaintShop {
  base: string
  colours: Map<string, string>
  /** Every write that was done, in order. */
  writes: string[]
  reads: string[]
  faults: Map<string, Fault>
}

/** A server of things that have a colour; it knows the truth about each. */
export async function startPaintShop(t: Test): Promise<PaintShop> {
  const shop = { colours: new Map<string, string>(), writes: [] as string[], reads: [] as string[], faults: new Map<string, Fault>() }
  const server = createServer((request, response) => {
    const [, , id = '', colour = ''] = request.url?.split('/') ?? []
    const before = shop.colours.get(id) ?? 'bare'
    if (request.method === 'GET') {
      shop.reads.push(id)
      return response.end(before)
    }
    const fault = shop.faults.get(id)
    if (fault === 'lost_before') return response.destroy()
    if (fault === 'refused') return response.writeHead(409).end()
    shop.writes.push(id)
    shop.colours.set(id, colour)
    if (fault === 'lost_after') return response.destroy()
    return response.end(before)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  t.teardown(() => server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { ...shop, base: `http://127.0.0.1:${port}` }
}

const REFUSED = { code: 'CONFLICT_ERROR', reason: 'version_conflict', message: 'It was refused' }

const colourOf = async (base: string, id: string): Promise<string> => await (await fetch(`${base}/items/${id}`)).text()

async function paint(base: string, id: string, colour: string): Promise<BulkResult> {
  const answer = await fetch(`${base}/items/${id}/${colour}`, { method: 'POST' }).catch(() => undefined)
  if (!answer) return { item_id: id, outcome: 'unknown' }
  const before = await answer.text()
  return answer.ok ? { item_id: id, outcome: 'succeeded', before } : { item_id: id, outcome: 'failed', error: REFUSED }
}

/** Paints things red: must not be done twice, can be looked at, and can be taken back. */
export function paintAction(base: string, parts: Parameters<typeof shelfAction>[0] = {}): BulkAdapter {
  return shelfAction({
    name: 'paint',
    permission: 'destructive',
    idempotent: false,
    max_batch: 1,
    concurrency: 4,
    executeBatch: async function* (items) {
      for (const { id } of items) yield await paint(base, id, 'red')
    },
    reconcile: async function* (items) {
      for (const { id } of items) yield { item_id: id, outcome: (await colourOf(base, id)) === 'red' ? 'succeeded' : 'not_attempted' }
    },
    undo: {
      idempotent: true,
      executeBatch: async function* (items) {
        for (const { id, before } of items) {
          const changed = (await colourOf(base, id)) !== 'red' || typeof before !== 'string'
          yield changed ? { item_id: id, outcome: 'failed', error: REFUSED } : await paint(base, id, before)
        }
      }
    },
    ...parts
  })
}
