import { newKey } from '../../src/access/keys.ts'
import { compare } from '../lib/compare.ts'
import { startServer } from '../lib/measure.ts'

/** A read of 50 items through keys, pipeline and envelope, compared with a bare route with the same schemas and log line. */
export async function benchPipeline(rounds: number): Promise<string> {
  const { key, entry } = newKey({ id: 'bench', scopes: ['bench:read'] })
  const ours = await startServer(new URL('gateway.ts', import.meta.url), [entry.hash])
  const bare = await startServer(new URL('bare.ts', import.meta.url))
  try {
    const headers = { authorization: `Bearer ${key}` }
    const load = { path: '/v1/bench/projects/7/things?state=opened&limit=50', headers, connections: 10, requests: 20_000 }
    const result = await compare(ours, bare, load, rounds)
    return `pipeline: ${result.ratio.toFixed(2)} of a bare route's speed (${result.ours.toFixed(0)} µs compared with ${result.bare.toFixed(0)} µs of CPU per request)`
  } finally {
    ours.close()
    bare.close()
  }
}
