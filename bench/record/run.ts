import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import pino from 'pino'
import { newKey } from '../../src/access/keys.ts'
import type { CallFilter } from '../../src/contract/record.ts'
import { connectRedis, whenReady } from '../../src/lib/redis/connect.ts'
import { CHAIN, rowMac } from '../../src/record/chain.ts'
import { locateRecord } from '../../src/record/location.ts'
import { openRecord } from '../../src/record/record.ts'
import { type Details, type Entry, rowText } from '../../src/record/row.ts'
import { RECORD_DEFAULTS } from '../../src/record/settings.ts'
import { createAppender } from '../../src/record/store/append.ts'
import { openDatabase } from '../../src/record/store/open.ts'
import { deleteOld } from '../../src/record/store/retention.ts'
import { search } from '../../src/record/store/search.ts'
import { count } from '../../src/record/store/statistics.ts'
import { startTestRedis } from '../../test/helpers/redis.ts'
import { testSecrets } from '../../test/helpers/secrets.ts'
import { cost, warmUp } from '../lib/compare.ts'
import { median, startServer } from '../lib/measure.ts'
import { listThings } from '../pipeline/definition.ts'

/** Rows of a transaction, as the writer has them at 2,000 calls a second. */
const BATCH = 2_000

/** Calls that go through Redis. */
const CALLS = 30_000

/** Searches as operators make them: common and rare filters, text, and times long ago. */
const SEARCHES: readonly CallFilter[] = [
  {},
  { outcome: 'failed' },
  { principal: 'key:k7', outcome: 'failed' },
  { operation: 'gitlab_create_issue_9', principal: 'key:k3' },
  { reason: 'version_conflict', system: 'gitlab' },
  { system: 'gitlab', text: 'no_such_text' },
  { text: 'no_such_text' },
  { outcome: 'unknown', principal: 'key:k1' },
  { from: new Date(1_000_000_000).toISOString(), to: new Date(1_000_060_000).toISOString(), outcome: 'failed' }
]

/** The first is compared with itself, which shows the noise. */
const MODES = ['off', 'metrics', 'record', 'both'] as const

/** Requests of one measurement. With more, the machine changes between two that are compared. */
const REQUESTS = 1_500

/**
 * The CPU time of the pipeline bench with record and metrics. One process, which measures each mode between two measurements without any (off, mode,
 * mode, off), so that a machine that becomes slower affects both, and V8 has optimized the same code for all. Garbage is collected before each. Its CPU
 * time includes the thread that writes the record: what a mode left to be written is written before its time is read. Redis is a process of its own,
 * and not included.
 */
export async function benchRecord(rounds: number): Promise<string> {
  const { key, entry } = newKey({ id: 'bench', scopes: ['bench:read'] })
  const server = await startServer(new URL('gateway.ts', import.meta.url), [entry.hash])
  const headers = { authorization: `Bearer ${key}` }
  const load = { path: '/v1/bench/projects/7/things?state=opened&limit=50', headers, connections: 10, requests: REQUESTS }
  const costOf = async (mode: (typeof MODES)[number]): Promise<number> => {
    await server.perform('settle')
    await server.perform(mode)
    await server.perform('collect')
    return await cost(server, load, () => server.perform('settle'))
  }
  try {
    await server.perform('both')
    await warmUp(server, load)
    const added: Record<(typeof MODES)[number], number[]> = { off: [], metrics: [], record: [], both: [] }
    const plain: number[] = []
    for (let round = -1; round < rounds * 3; round++)
      for (const mode of MODES) {
        const before = await costOf('off')
        const costs = [await costOf(mode), await costOf(mode)]
        const off = (before + (await costOf('off'))) / 2
        if (round < 0) continue
        plain.push(off)
        added[mode].push(mean(costs) - off)
      }
    const base = median(plain)
    const figures = MODES.map(mode => {
      const [low, high] = bounds(added[mode])
      const percent = (time: number): string => ((time / base) * 100).toFixed(1)
      const time = median(added[mode])
      return `${mode} ${time.toFixed(1)} µs, ${percent(time)}% (95%: ${percent(low)} to ${percent(high)}%)`
    })
    return `record: additional CPU time per request of ${base.toFixed(0)} µs: ${figures.join('; ')}`
  } finally {
    server.close()
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Returns the bounds of the 95% confidence interval of the median. */
function bounds(values: readonly number[]): [low: number, high: number] {
  const sorted = values.toSorted((a, b) => a - b)
  const rank = Math.max(0, Math.floor(values.length / 2 - 0.98 * Math.sqrt(values.length)))
  return [sorted[rank] ?? Number.NaN, sorted[values.length - 1 - rank] ?? Number.NaN]
}

/** Batches of retention: each is a transaction, for which a write may have to wait. */
const DELETIONS = 200

/** Writes rows as the writer does, searches and counts them, writes more through Redis, and deletes a part. `url`: of PostgreSQL. Default: SQLite. */
export async function benchRecordRows(rows: number, url?: string): Promise<string> {
  const folder = mkdtempSync(path.join(process.env['TMPDIR'] ?? tmpdir(), 'toolgate-bench-'))
  try {
    const keys = testSecrets.derive(CHAIN)
    const { database: location, head } = locateRecord({ dataDirectory: folder, hostId: 'bench', databaseUrl: url })
    let database = await openDatabase(location)
    let appender = createAppender(database, head, keys[0], keys)
    const started = performance.now()
    for (let first = 0; first < rows; first += BATCH)
      await appender.append(Array.from({ length: BATCH }, (_, index) => entry(first + index)))
    const perSecond = (rows / (performance.now() - started)) * 1_000
    const searches = await slowestOf(filter => search(database, { filter, limit: 25 }, 0))
    const counts = await slowestOf(filter => count(database, { filter, interval: 60_000 }, 0))
    await database.close()
    const throughRedis = await callsPerSecond(folder, url)
    database = await openDatabase(location)
    appender = createAppender(database, head, keys[0], keys)
    const macs = keys.map(rowMac)
    const pauses: number[] = []
    const busy: number[] = []
    for (let more = true; more && pauses.length < DELETIONS; ) {
      const limits = { rows: 1_000_000_000 + rows / 2, bodies: 0, acceptUntil: 0 }
      const before = process.cpuUsage()
      pauses.push(await timed(async () => (more = (await deleteOld(database, appender, macs, limits)).isMore)))
      const { user, system } = process.cpuUsage(before)
      busy.push((user + system) / 1_000)
    }
    await database.close()
    const pause = `longest pause of retention ${Math.max(...pauses).toFixed(0)} ms, median ${median(pauses).toFixed(1)} ms (CPU time: ${Math.max(...busy).toFixed(0)} and ${median(busy).toFixed(1)} ms)`
    return `record: ${Math.round(perSecond)} rows/s written, ${Math.round(throughRedis)} calls/s through Redis; over ${rows} rows: slowest filtered search ${searches}, slowest statistics ${counts}; ${pause}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The time of the slowest search, the better of two for each, and its filter. */
async function slowestOf(work: (filter: CallFilter) => Promise<unknown>): Promise<string> {
  const found: { time: number; filter: CallFilter }[] = []
  for (const filter of SEARCHES) found.push({ filter, time: Math.min(await timed(() => work(filter)), await timed(() => work(filter))) })
  process.stderr.write(found.map(({ filter, time }) => `${time.toFixed(0)} ms ${JSON.stringify(filter)}\n`).join(''))
  const [slowest] = found.toSorted((a, b) => b.time - a.time)
  return `${slowest?.time.toFixed(0)} ms (${JSON.stringify(slowest?.filter)})`
}

/** Records calls through Redis until all are in the database. */
async function callsPerSecond(dataDirectory: string, databaseUrl?: string): Promise<number> {
  const log = pino({ level: 'silent' })
  let stop = (): unknown => undefined
  const server = await startTestRedis({ teardown: end => (stop = end) })
  const redis = connectRedis({ kind: 'single', options: server.options }, 'http', log)
  await whenReady(redis, 5_000)
  try {
    const record = openRecord({
      ...{ dataDirectory, hostId: 'bench', databaseUrl, redis, secrets: testSecrets, log },
      settings: RECORD_DEFAULTS
    })
    const context = { caller: { id: 'bench', scopes: [] }, requestId: randomUUID() }
    const input = { project_id: 7, state: 'opened', limit: 50 }
    const started = performance.now()
    for (let call = 0; call < CALLS; call++) {
      const at = Date.now()
      const facts = { permission: 'read', decision: 'allow', isRead: true, instance: 'default' } as const
      record.end(
        { id: randomUUIDv7(), at, operation: listThings, input, context, ...facts },
        { duration_ms: 1.5, replayed: false, summary: input }
      )
      if (call % 100 === 99) await setImmediate()
    }
    await record.close()
    return CALLS / ((performance.now() - started) / 1_000)
  } finally {
    redis.disconnect()
    await stop()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const SYSTEMS = ['gitlab', 'confluence', 'gmail', 'filesystem'] as const

function entry(number: number): Entry {
  const system = SYSTEMS[number % SYSTEMS.length] ?? 'gitlab'
  const outcome = number % 50 === 0 ? 'failed' : number % 5_001 === 0 ? 'unknown' : 'succeeded'
  const details: Details = {
    surface: 'rest',
    instance: 'default',
    permission: 'write',
    decision: 'allow',
    duration_ms: 12.3,
    summary: { project: '[8 characters]', title: '[31 characters]' },
    input_digest: 'vYx6JrSQ0d4yqk2uQz0q3A',
    attempts: [{ method: 'POST', host: 'gitlab.example.com', path: '/projects/*/issues', status: 201, started_ms: 0.4, duration_ms: 11.2 }],
    request_id: randomUUID()
  }
  const row = {
    kind: 'ended',
    id: randomUUIDv7(),
    at: 1_000_000_000 + number,
    principal: `key:k${number % 20}`,
    system,
    operation: `${system}_create_issue_${number % 37}`,
    outcome,
    reason: outcome === 'failed' ? (number % 1_000 === 0 ? 'version_conflict' : 'upstream_refused') : null,
    body: JSON.stringify(details)
  } as const
  return { text: rowText(row) }
}
