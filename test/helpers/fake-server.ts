import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import type { BulkAdapter, BulkResult } from '../../src/contract/bulk.ts'
import { OperationError } from '../../src/contract/errors.ts'
import { testAdapter } from './bulk.ts'

/** How a write fails: the connection breaks before or after it is executed, or it is refused. */
type Fault = 'lost_before' | 'lost_after' | 'refused'

export interface FakeServer {
  base: string
  colours: Map<string, string>
  /** Every executed write, in order. */
  writes: string[]
  reads: string[]
  faults: Map<string, Fault>
  /** Each fault happens once. */
  brief: boolean
  /** Reads are refused: no check of outcomes is possible. */
  unreadable: boolean
  /** Milliseconds per write. */
  delay_ms: number
}

/** A fake server of things with a color. Tests compare job results with its state. */
export async function startFakeServer(t: Test): Promise<FakeServer> {
  const server: FakeServer = {
    base: '',
    colours: new Map(),
    writes: [],
    reads: [],
    faults: new Map(),
    brief: false,
    unreadable: false,
    delay_ms: 0
  }
  const http = createServer(async (request, response) => {
    const [, , id = '', colour = ''] = request.url?.split('/') ?? []
    const before = server.colours.get(id) ?? 'bare'
    if (request.method === 'GET') {
      if (server.unreadable) return response.writeHead(403).end()
      server.reads.push(id)
      return response.end(before)
    }
    if (server.delay_ms > 0) await sleep(server.delay_ms)
    const fault = server.faults.get(id)
    if (server.brief) server.faults.delete(id)
    if (fault === 'lost_before') return response.destroy()
    if (fault === 'refused') return response.writeHead(409).end()
    server.writes.push(id)
    server.colours.set(id, colour)
    if (fault === 'lost_after') return response.destroy()
    return response.end(before)
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  t.teardown(() => http.close())
  t.teardown(() => http.closeAllConnections())
  const { port } = http.address() as AddressInfo
  server.base = `http://127.0.0.1:${port}`
  return server
}

const REFUSED = { code: 'CONFLICT_ERROR', reason: 'version_conflict', message: 'It was refused' }

async function colourOf(base: string, id: string): Promise<string> {
  const answer = await fetch(`${base}/items/${id}`)
  if (!answer.ok) throw new OperationError('upstream_refused', 'The server returned nothing', { source: 'upstream' })
  return await answer.text()
}

async function paint(base: string, id: string, colour: string): Promise<BulkResult> {
  const answer = await fetch(`${base}/items/${id}/${colour}`, { method: 'POST' }).catch(() => undefined)
  if (!answer) return { item_id: id, outcome: 'unknown' }
  const before = await answer.text()
  return answer.ok ? { item_id: id, outcome: 'succeeded', before } : { item_id: id, outcome: 'failed', error: REFUSED }
}

/** Paints things red: an action that must not be executed twice, and can be checked and undone. */
export function paintAdapter(base: string, parts: Parameters<typeof testAdapter>[0] = {}): BulkAdapter {
  return testAdapter({
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
