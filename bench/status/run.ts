import { newKey } from '../../src/keys.ts'
import { idleAction } from '../bulk/actions.ts'
import { ended, openHouse } from '../bulk/house.ts'
import { compare } from '../lib/compare.ts'
import { startServer } from '../lib/measure.ts'

/** Where a job of 1,000 items stands, against a bare route that answers one HGETALL. */
export async function benchStatus(rounds: number): Promise<string> {
  const action = idleAction({ name: 'status', idempotent: true, max_batch: 1_000, concurrency: 1 })
  const house = await openHouse([action])
  const { key, entry } = newKey({ id: 'bench', scopes: ['bench:read'] })
  const { id } = await ended(house, (await house.confirm(await house.create(action, 1_000))).id)
  const ours = await startServer(new URL('gateway.ts', import.meta.url), [entry.hash, house.socket])
  const bare = await startServer(new URL('bare.ts', import.meta.url), [house.socket])
  try {
    const load = { path: `/v1/jobs/${id}`, headers: { authorization: `Bearer ${key}` }, connections: 10, requests: 10_000 }
    const result = await compare(ours, bare, load, rounds)
    return `status: ${result.ratio.toFixed(2)} of the speed of a bare route with one HGETALL (${result.ours.toFixed(0)} µs against ${result.bare.toFixed(0)} µs of CPU a request)`
  } finally {
    ours.close()
    bare.close()
    await house.close()
  }
}
