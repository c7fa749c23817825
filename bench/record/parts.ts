import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import v8 from 'node:v8'
import vm from 'node:vm'
import pino from 'pino'
import { connectRedis, whenReady } from '../../src/lib/redis/connect.ts'
import { createHistogram } from '../../src/lib/telemetry/histogram.ts'
import { METRICS } from '../../src/lib/telemetry/metrics.ts'
import { CHAIN, ORIGIN, rowMac } from '../../src/record/chain.ts'
import { callRow } from '../../src/record/entry.ts'
import { type ChainedRow, rowOf, rowText } from '../../src/record/row.ts'
import { openSqlite } from '../../src/record/store/sqlite.ts'
import { createStreamWriter, readStream } from '../../src/record/stream.ts'
import { startTestRedis } from '../../test/helpers/redis.ts'
import { testSecrets } from '../../test/helpers/secrets.ts'
import { median } from '../lib/measure.ts'
import { listThings } from '../pipeline/definition.ts'

/** Rows of one measurement, and of one command to Redis. */
const ROWS = 4_000
const ROWS_OF_COMMAND = 300

/** Measurements of each part, in one order and then in the other. */
const MEASUREMENTS = 24

const INPUT = { project_id: 7, state: 'opened', limit: 50 }
const CONTEXT = { caller: { id: 'bench', scopes: [] }, requestId: randomUUID() }
const END = { duration_ms: 1.5, replayed: false, summary: INPUT, attempts: [] }

/**
 * The CPU time per call of each part that the record of a read needs, alone, on one thread, with nothing else around it: what the record costs at
 * least.
 */
export async function benchRecordParts(): Promise<string> {
  v8.setFlagsFromString('--expose-gc')
  const collect: () => void = vm.runInNewContext('gc')
  const folder = mkdtempSync(path.join(tmpdir(), 'toolgate-bench-'))
  let stop = (): unknown => undefined
  const server = await startTestRedis({ teardown: end => (stop = end) })
  const log = pino({ level: 'silent' })
  const redis = connectRedis({ kind: 'single', options: server.options }, 'http', log)
  await whenReady(redis, 5_000)
  try {
    const stream = createStreamWriter({ redis, key: 'bench', log, wake: () => undefined })
    const parts: Record<string, (rows: readonly NewRow[]) => unknown> = {
      'text of the row': rows => rows.forEach(newText),
      'Redis stream, written and read': async rows => {
        for (const [index, { text }] of rows.entries()) {
          stream.appendSoon(() => ({ text }))
          if (index % ROWS_OF_COMMAND === ROWS_OF_COMMAND - 1) await stream.flush()
        }
        await stream.flush()
        for (let part = await readStream(redis, 'bench'); part; part = await readStream(redis, 'bench')) await part.remove()
      },
      'reading of the text': rows => rows.forEach(({ text }) => void rowOf(text)),
      MAC: rows => rows.forEach(({ row, text }) => void macOf(row, text)),
      'SQLite row without indexes': inserting(path.join(folder, 'plain'), false),
      'SQLite row with indexes': inserting(path.join(folder, 'indexed'), true),
      metrics: rows => rows.forEach(measure)
    }
    const names = Object.keys(parts)
    const times = new Map(names.map((name): [string, number[]] => [name, []]))
    for (let round = -2; round < MEASUREMENTS; round++)
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        const rows = Array.from({ length: ROWS }, newRow)
        collect()
        const before = process.cpuUsage()
        await parts[name]?.(rows)
        const { user, system } = process.cpuUsage(before)
        if (round >= 0) times.get(name)?.push((user + system) / ROWS)
      }
    const figures = [...times].map(([name, all]) => `${name} ${median(all).toFixed(1)} (least ${Math.min(...all).toFixed(1)})`)
    return `record: CPU time of each part alone, in µs per call: ${figures.join(', ')}`
  } finally {
    redis.disconnect()
    await stop()
    rmSync(folder, { recursive: true })
  }
}

const newText = (): string => {
  const facts = { permission: 'read', decision: 'allow', isRead: true, instance: 'default' } as const
  const call = { id: randomUUIDv7(), at: Date.now(), operation: listThings, input: INPUT, context: CONTEXT, ...facts }
  return rowText(callRow(call, 'key', false, END))
}

interface NewRow {
  text: string
  row: ChainedRow
}

const [key] = testSecrets.derive(CHAIN)
const macOf = rowMac(key)
let link = ORIGIN

function newRow(): NewRow {
  const text = newText()
  const row = rowOf(text)
  if (!row) throw new Error('The text is not a row')
  link = { seq: link.seq + 1, mac: macOf(link, text) }
  return { text, row: { ...row, ...link } }
}

/** Returns a function that inserts rows in one transaction, as the writer does. */
function inserting(file: string, hasIndexes: boolean): (rows: readonly NewRow[]) => Promise<void> {
  const database = openSqlite(file)
  if (!hasIndexes) {
    const plain = new DatabaseSync(file)
    const indexes = plain.prepare("select name from sqlite_master where type = 'index' and sql is not null").all()
    for (const { name } of indexes) plain.exec(`drop index ${name}`)
    plain.close()
  }
  return async rows => await database.writing(({ insert }) => insert(rows.map(({ row }) => row)))
}

const [operations, requests] = [METRICS.operation, METRICS.http_server].map(({ bounds, attributes }) => createHistogram(bounds, attributes))

function measure(): void {
  operations?.record(0.003, { 'toolgate.operation': 'bench_list_things', 'toolgate.system': 'bench', 'toolgate.outcome': 'succeeded' })
  requests?.record(0.003, {
    'http.request.method': 'GET',
    'http.route': '/v1/bench/projects/:project_id/things',
    'http.response.status_code': 200,
    'url.scheme': 'http'
  })
}
