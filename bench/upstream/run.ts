import { newKey } from '../../src/access/keys.ts'
import { startTestRedis } from '../../test/helpers/redis.ts'
import { againstBare, costsOf } from '../lib/against-bare.ts'
import { compare } from '../lib/compare.ts'
import { startServer } from '../lib/measure.ts'

/** More than the load, so that nothing waits. */
const UNITS_A_MINUTE = 10_000_000

const PATH = '/v1/bench/things/7'
const CONNECTIONS = 10

/** A call to an upstream through the gateway. */
export const benchUpstream = (rounds: number): Promise<string> =>
  againstBare('upstream', { folder: import.meta.url, scope: 'bench:read', path: PATH, connections: [CONNECTIONS] }, rounds)

/** A call that draws from a budget, compared with the same call to a system without limits. */
export async function benchBudget(rounds: number): Promise<string> {
  const { key, entry } = newKey({ id: 'bench', scopes: ['bench:read'] })
  const closers: (() => unknown)[] = []
  const redis = await startTestRedis({ teardown: (close: () => unknown) => closers.push(close) })
  const system = await startServer(new URL('system.ts', import.meta.url))
  const gateway = (units: number) =>
    startServer(new URL('gateway.ts', import.meta.url), [entry.hash, system.url, String(redis.options.path), String(units)])
  const [budgeted, free] = [await gateway(UNITS_A_MINUTE), await gateway(0)]
  try {
    const load = { path: PATH, headers: { authorization: `Bearer ${key}` }, connections: CONNECTIONS, requests: 8000 }
    const result = await compare(budgeted, free, load, rounds)
    return `budget: ${result.ratio.toFixed(2)} of the speed of the same call without one (${costsOf(result)})`
  } finally {
    for (const server of [budgeted, free, system]) server.close()
    for (const close of closers) await close()
  }
}
