import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newKey } from '../../src/access/keys.ts'
import type { CallFilter } from '../../src/contract/record.ts'
import { callId } from '../../src/pipeline/log/call-id.ts'
import { CHAIN } from '../../src/record/chain.ts'
import { recordFiles } from '../../src/record/head.ts'
import { type Details, type Entry, rowText } from '../../src/record/row.ts'
import { createAppender } from '../../src/record/store/append.ts'
import { openDatabase } from '../../src/record/store/database.ts'
import { deleteOld } from '../../src/record/store/retention.ts'
import { search } from '../../src/record/store/search.ts'
import { testSecrets } from '../../test/helpers/secrets.ts'
import { cost, warmUp } from '../lib/compare.ts'
import { median, startServer } from '../lib/measure.ts'

const BATCH = 500

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

/** The CPU time of the pipeline bench with record and metrics, and how fast the record's database is. */
export async function benchRecord(rounds: number, rows = 200_000): Promise<string> {
  return `${await overhead(rounds)}\n${databaseFigures(rows)}`
}

const MODES = ['off', 'metrics', 'record', 'both'] as const
const REQUESTS = 4_000

/**
 * One process, in which the modes alternate, in one order and then in the other: V8 has optimized the same code for all of them. Its CPU time includes
 * the thread that writes the record. What a mode left to be written is written before its time is read. Redis is a process of its own, and not included.
 */
async function overhead(rounds: number): Promise<string> {
  const { key, entry } = newKey({ id: 'bench', scopes: ['bench:read'] })
  const server = await startServer(new URL('gateway.ts', import.meta.url), [entry.hash])
  try {
    const headers = { authorization: `Bearer ${key}` }
    const load = { path: '/v1/bench/projects/7/things?state=opened&limit=50', headers, connections: 10, requests: REQUESTS }
    await server.perform('both')
    await warmUp(server, load)
    const rows: Record<(typeof MODES)[number], number>[] = []
    for (let round = -1; round < rounds; round++) {
      const row = { off: 0, metrics: 0, record: 0, both: 0 }
      for (const mode of round % 2 === 0 ? MODES : MODES.toReversed()) {
        await server.perform('settle')
        await server.perform(mode)
        row[mode] = await cost(server, load, () => server.perform('settle'))
      }
      if (round >= 0) rows.push(row)
    }
    const figures = MODES.slice(1).map(mode => {
      const added = median(rows.map(row => (row[mode] / row.off - 1) * 100))
      return `${mode} ${added.toFixed(1)} % (${rows.map(row => ((row[mode] / row.off - 1) * 100).toFixed(0)).join(' ')})`
    })
    return `record: additional CPU time per request of ${median(rows.map(({ off }) => off)).toFixed(0)} µs: ${figures.join(', ')}`
  } finally {
    server.close()
  }
}

/** Writes rows as the writer does, searches them, deletes a part of them. */
function databaseFigures(rows: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolgate-bench-'))
  try {
    const files = recordFiles(folder)
    const keys = testSecrets.derive(CHAIN)
    const database = openDatabase(files.database)
    const appender = createAppender(database, files.head, keys[0], keys)
    const started = performance.now()
    for (let count = 0; count < rows; count += BATCH) appender.append(Array.from({ length: BATCH }, (_, index) => entry(count + index)))
    const perSecond = (rows / (performance.now() - started)) * 1_000
    const slowest = Math.max(
      ...SEARCHES.map(filter =>
        Math.min(
          timed(() => search(database, { filter, limit: 25 }, 0)),
          timed(() => search(database, { filter, limit: 25 }, 0))
        )
      )
    )
    let pause = 0
    for (let more = true, count = 0; more && count < 100; count++)
      pause = Math.max(
        pause,
        timed(() => (more = deleteOld(database, appender, { rows: 1_000_000_000 + rows / 2, bodies: 0 })))
      )
    database.close()
    return `record: ${Math.round(perSecond)} rows/s written; slowest filtered search over ${rows} rows ${slowest.toFixed(0)} ms; longest pause of retention ${pause.toFixed(0)} ms`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function timed(work: () => unknown): number {
  const started = performance.now()
  work()
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
    id: callId(1_000_000_000 + number),
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
