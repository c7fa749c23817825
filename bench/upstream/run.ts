import { newKey } from '../../src/keys.ts'
import { startTestRedis } from '../../test/helpers/redis.ts'
import { compare } from '../lib/compare.ts'
import { startServer } from '../lib/measure.ts'

/** More than the load comes to, so that nothing waits. */
const UNITS_A_MINUTE = 10_000_000

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

/** A call that draws from a budget, against the same call to a system that states no limits. */
export async function benchBudget(rounds: number): Promise<string> {
  const { key, entry } = newKey({ id: 'bench', scopes: ['bench:read'] })
  const closers: (() => unknown)[] = []
  const redis = await startTestRedis({ teardown: (close: () => unknown) => closers.push(close) })
  const system = await startServer(new URL('system.ts', import.meta.url))
  const gateway = (units: number) =>
    startServer(new URL('gateway.ts', import.meta.url), [entry.hash, system.url, String(redis.options.path), String(units)])
  const [budgeted, free] = [await gateway(UNITS_A_MINUTE), await gateway(0)]
  try {
    const load = { path: '/v1/bench/things/7', headers: { authorization: `Bearer ${key}` }, connections: 10, requests: 8000 }
    const result = await compare(budgeted, free, load, rounds)
    return `budget: ${result.ratio.toFixed(2)} of the speed of the same call without one (${result.ours.toFixed(0)} µs against ${result.bare.toFixed(0)} µs of CPU a request)`
  } finally {
    for (const server of [budgeted, free, system]) server.close()
    for (const close of closers) await close()
  }
}
