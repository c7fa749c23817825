import { newKey } from '../../src/access/keys.ts'
import { idleAction } from '../bulk/actions.ts'
import { ended, startEngine } from '../bulk/engine.ts'
import { compare } from '../lib/compare.ts'
import { startServer } from '../lib/measure.ts'

/** The status of a job of 1,000 items, compared with a bare route that returns one HGETALL. */
export async function benchStatus(rounds: number): Promise<string> {
  const action = idleAction({ name: 'status', idempotent: true, max_batch: 1_000, concurrency: 1 })
  const engine = await startEngine([action])
  const { key, entry } = newKey({ id: 'bench', scopes: ['bench:read'] })
  const { id } = await ended(engine, (await engine.confirm(await engine.create(action, 1_000))).id)
  const ours = await startServer(new URL('gateway.ts', import.meta.url), [entry.hash, engine.socket])
  const bare = await startServer(new URL('bare.ts', import.meta.url), [engine.socket])
  try {
    const load = { path: `/v1/jobs/${id}`, headers: { authorization: `Bearer ${key}` }, connections: 10, requests: 10_000 }
    const result = await compare(ours, bare, load, rounds)
    return `status: ${result.ratio.toFixed(2)} of the speed of a bare route with one HGETALL (${result.ours.toFixed(0)} µs compared with ${result.bare.toFixed(0)} µs of CPU per request)`
  } finally {
    ours.close()
    bare.close()
    await engine.close()
  }
}
