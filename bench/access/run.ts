import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newKey } from '../../src/access/keys.ts'
import { AUDIENCE, startIssuer } from '../../test/helpers/issuer.ts'
import { cost, warmUp } from '../lib/compare.ts'
import { median, startServer } from '../lib/measure.ts'

const REQUESTS = 2_000
const LIMITS = { requests_per_second: 1_000_000, requests_per_minute: 1_000_000, concurrent_calls: 1_000 }

/**
 * The CPU time of the pipeline bench with identity, policy and limits: with a key, a key that has limits, a user whom a backend names, and a token. One
 * process, in which they alternate with none of them, as in the bench of the record. Redis is a process of its own, and not included.
 */
export async function benchAccess(rounds: number): Promise<string> {
  const ends: (() => unknown)[] = []
  const issuer = await startIssuer({ teardown: end => void ends.push(end) })
  const folder = mkdtempSync(path.join(tmpdir(), 'toolgate-bench-'))
  const file = path.join(folder, 'toolgate.yaml')
  const plain = newKey({ id: 'plain', scopes: ['bench:read'] })
  const limited = newKey({ id: 'limited', scopes: ['bench:read'], limits: LIMITS })
  const backend = newKey({ id: 'backend', scopes: ['bench:read', 'users:act_as'], limits: LIMITS })
  writeFileSync(
    file,
    JSON.stringify({
      keys: [plain, limited, backend].map(({ entry }) => entry),
      issuers: [{ issuer: issuer.url, audience: [AUDIENCE], scopes: [{ grants: ['bench:read'] }] }],
      policy: ['a', 'b', 'c', 'd', 'e'].map(name => ({ operation: `${name}_*`, permission: 'write', decision: 'deny' }))
    })
  )
  const server = await startServer(new URL('gateway.ts', import.meta.url), [file])
  ends.push(server.close, () => rmSync(folder, { recursive: true }))
  try {
    const by = (text: string, more = {}) => ({ authorization: `Bearer ${text}`, ...more })
    const callers = {
      none: by(plain.key),
      key: by(plain.key),
      limits: by(limited.key),
      user: by(backend.key, { 'toolgate-user': 'alice' }),
      token: by(await issuer.sign())
    }
    const load = { path: '/v1/bench/projects/7/things?state=opened&limit=50', connections: 10, requests: REQUESTS }
    const costOf = async (name: keyof typeof callers): Promise<number> => {
      await server.perform(name === 'none' ? 'off' : 'on')
      return await cost(server, { ...load, headers: callers[name] })
    }
    const names = Object.keys(callers) as (keyof typeof callers)[]
    await server.perform('on')
    await warmUp(server, { ...load, headers: callers.limits })
    const rows: Record<string, number>[] = []
    for (let round = -1; round < rounds; round += 1) {
      const row: Record<string, number> = {}
      for (const name of round % 2 === 0 ? names : names.toReversed()) row[name] = await costOf(name)
      if (round >= 0) rows.push(row)
    }
    const of = (name: string, row: Record<string, number>): number => row[name] ?? Number.NaN
    const figures = names.slice(1).map(name => {
      const added = rows.map(row => (of(name, row) / of('none', row) - 1) * 100)
      return `${name} ${median(added).toFixed(1)}% (${added.map(one => one.toFixed(0)).join(' ')})`
    })
    return `access: additional CPU time per request of ${median(rows.map(row => of('none', row))).toFixed(0)} µs: ${figures.join(', ')}`
  } finally {
    for (const end of ends) await end()
  }
}
