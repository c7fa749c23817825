import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newKey } from '../../src/access/keys.ts'
import { AUDIENCE, startIssuer } from '../../test/helpers/issuer.ts'
import { median, type Server, startServer } from '../lib/measure.ts'
import { trimmedMean } from '../lib/trimmed-mean.ts'
import { openWaves, type Waves } from '../lib/waves.ts'

const LIMITS = { requests_per_second: 1_000_000, requests_per_minute: 10_000_000, concurrent_calls: 1_000 }

/** What V8 optimizes, and how, differs between processes of the same code. */
const PROCESSES = 3
const ROUNDS = 50
const CONNECTIONS = 10
/** Waves of a block, one request of each connection in each: those before the measured ones, and the measured ones. */
const LEAD_IN = 10
const MEASURED = 20
/** Waves of each setting before the first round. V8 keeps optimizing for this long. */
const WARM_UP = 1_000

const SETTINGS = ['none', 'same', 'key', 'token', 'limits', 'user'] as const
type Costs = Record<(typeof SETTINGS)[number], number>
type Headers = Readonly<Record<string, string>>

/**
 * The additional CPU time of the pipeline bench with identity, policy and limits, over a key that turns them off: with a key, a token, a key that has three
 * limits, and a user whom a backend names. `same` is that key again: its difference is that of the bench itself. Each round measures every setting in one
 * process twice, in random order and then in the reverse one, so that what drifts cancels out. The lead-in of a block takes the leases of its key again. The
 * garbage of a block is collected at its end and counts; what has become old is collected between rounds. Redis is a process of its own, and not included.
 */
export async function benchAccess(): Promise<string> {
  const ends: (() => unknown)[] = []
  const issuer = await startIssuer({ teardown: end => void ends.push(end) })
  const folder = mkdtempSync(path.join(tmpdir(), 'toolgate-bench-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'toolgate.yaml')
  const [plain, off] = ['plain', 'off'].map(id => newKey({ id, scopes: ['bench:read'] }))
  const limited = newKey({ id: 'limited', scopes: ['bench:read'], limits: LIMITS })
  const backend = newKey({ id: 'backend', scopes: ['bench:read', 'users:act_as'], limits: LIMITS })
  writeFileSync(
    file,
    JSON.stringify({
      keys: [plain, limited, backend].map(key => key?.entry),
      issuers: [{ issuer: issuer.url, audience: [AUDIENCE], scopes: [{ grants: ['bench:read'] }] }],
      policy: ['a', 'b', 'c', 'd', 'e'].map(name => ({ operation: `${name}_*`, permission: 'write', decision: 'deny' }))
    })
  )
  const by = (text = '', more = {}): Headers => ({ authorization: `Bearer ${text}`, ...more })
  const callers = {
    none: by(off?.key),
    same: by(off?.key),
    key: by(plain?.key),
    token: by(await issuer.sign({ exp: Math.floor(Date.now() / 1_000) + 7_200 })),
    limits: by(limited.key),
    user: by(backend.key, { 'toolgate-user': 'alice' })
  }
  const rows: Costs[] = []
  try {
    for (let process = 0; process < PROCESSES; process += 1) {
      const server = await startServer(new URL('gateway.ts', import.meta.url), [file, off?.key ?? ''])
      const waves = await openWaves(`${server.url}/v1/bench/projects/7/things?state=opened&limit=50`, CONNECTIONS)
      for (let part = 0; part < 10; part += 1) for (const name of SETTINGS) await waves.send(callers[name], WARM_UP / 10)
      for (let round = 0; round < ROUNDS; round += 1) rows.push(await measureRound(server, waves, callers))
      waves.close()
      server.close()
    }
  } finally {
    for (const end of ends) await end()
  }
  const figures = SETTINGS.slice(1).map(name => {
    const { mean, interval } = trimmedMean(rows.map(row => (row[name] / baseOf(name, row) - 1) * 100))
    return `${name} ${mean.toFixed(1)}% ± ${interval.toFixed(1)}`
  })
  const base = median(rows.map(({ none }) => none)).toFixed(0)
  return `access: additional CPU time per request of ${base} µs (trimmed mean of ${rows.length} rounds, 95% interval): ${figures.join(', ')}`
}

/** What a setting is compared with: both measurements of the key that turns all off, unless it is one of them. */
const baseOf = (name: keyof Costs, { none, same }: Costs): number => (name === 'same' ? none : (none + same) / 2)

async function measureRound(server: Server, waves: Waves, callers: Readonly<Record<keyof Costs, Headers>>): Promise<Costs> {
  const row: Costs = { none: 0, same: 0, key: 0, token: 0, limits: 0, user: 0 }
  const order = SETTINGS.map(name => ({ name, at: Math.random() })).toSorted((a, b) => a.at - b.at)
  await server.perform('major')
  for (const { name } of [...order, ...order.toReversed()]) {
    await waves.send(callers[name], LEAD_IN)
    await server.perform('minor')
    const before = await server.cpu()
    await waves.send(callers[name], MEASURED)
    await server.perform('minor')
    row[name] += ((await server.cpu()) - before) / (2 * MEASURED * CONNECTIONS)
  }
  return row
}
