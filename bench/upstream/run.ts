import { newKey } from '../../src/keys.ts'
import { compare } from '../lib/compare.ts'
import { startServer } from '../lib/measure.ts'

/** A call to a system through the gateway, against a bare route that makes the same got call. */
export async function benchUpstream(rounds: number): Promise<string> {
  const { key, entry } = newKey({ id: 'bench', scopes: ['bench:read'] })
  const system = await startServer(new URL('system.ts', import.meta.url))
  const ours = await startServer(new URL('gateway.ts', import.meta.url), [entry.hash, system.url])
  const bare = await startServer(new URL('bare.ts', import.meta.url), [system.url])
  try {
    const load = { path: '/v1/bench/things/7', headers: { authorization: `Bearer ${key}` }, connections: 10, requests: 8000 }
    const result = await compare(ours, bare, load, rounds)
    return `upstream: ${result.ratio.toFixed(2)} of the speed of a bare route with the same got call (${result.ours.toFixed(0)} µs against ${result.bare.toFixed(0)} µs of CPU a request)`
  } finally {
    for (const server of [ours, bare, system]) server.close()
  }
}
