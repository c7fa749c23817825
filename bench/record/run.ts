import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newKey } from '../../src/access/keys.ts'
import type { CallFilter, CallRecord } from '../../src/contract/record.ts'
import { CHAIN } from '../../src/record/chain.ts'
import { recordFiles } from '../../src/record/head.ts'
import type { Entry } from '../../src/record/row.ts'
import { createAppender } from '../../src/record/store/append.ts'
import { openDatabase } from '../../src/record/store/database.ts'
import { deleteOld } from '../../src/record/store/retention.ts'
import { search } from '../../src/record/store/search.ts'
import { testSecrets } from '../../test/helpers/secrets.ts'
import { compare } from '../lib/compare.ts'
import { startServer } from '../lib/measure.ts'

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

/** The CPU time of the pipeline bench with the record, and how fast its database is. */
export async function benchRecord(rounds: number, rows = 200_000): Promise<string> {
  return `${await overhead(rounds)}\n${databaseFigures(rows)}`
}

async function overhead(rounds: number): Promise<string> {
  const { key, entry } = newKey({ id: 'bench', scopes: ['bench:read'] })
  const recorded = await startServer(new URL('gateway.ts', import.meta.url), [entry.hash])
  const plain = await startServer(new URL('../pipeline/gateway.ts', import.meta.url), [entry.hash])
  try {
    const headers = { authorization: `Bearer ${key}` }
    const load = { path: '/v1/bench/projects/7/things?state=opened&limit=50', headers, connections: 10, requests: 20_000 }
    const { ours, bare } = await compare(recorded, plain, load, rounds)
    return `record: ${((ours / bare - 1) * 100).toFixed(1)} % more CPU per request (${ours.toFixed(0)} µs with the record, ${bare.toFixed(0)} µs without)`
  } finally {
    recorded.close()
    plain.close()
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
  const call: CallRecord = {
    id: randomUUID(),
    at: new Date(1_000_000_000 + number).toISOString(),
    principal: `key:k${number % 20}`,
    surface: 'rest',
    system,
    operation: `${system}_create_issue_${number % 37}`,
    instance: 'default',
    permission: 'write',
    decision: 'allow',
    outcome,
    reason: outcome === 'failed' ? (number % 1_000 === 0 ? 'version_conflict' : 'upstream_refused') : null,
    message: null,
    duration_ms: 12.3,
    summary: [
      { name: 'project', value: '[8 characters]' },
      { name: 'title', value: '[31 characters]' }
    ],
    input_digest: 'vYx6JrSQ0d4yqk2uQz0q3A',
    idempotency_key: null,
    replayed: false,
    replay_of: null,
    body_stored: false,
    attempts: [{ method: 'POST', host: 'gitlab.example.com', path: '/projects/*/issues', status: 201, started_ms: 0.4, duration_ms: 11.2 }],
    job_id: null,
    request_id: randomUUID(),
    trace_id: null
  }
  return { kind: 'ended', call }
}
