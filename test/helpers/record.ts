import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Test } from 'tap'
import { createLimiter } from '../../src/access/limits/limiter.ts'
import { createLimits } from '../../src/access/limits/limits.ts'
import type { PolicyRule } from '../../src/access/policy.ts'
import { createCatalog, type Definition } from '../../src/catalog/catalog.ts'
import type { Limits } from '../../src/contract/limits.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { CHAIN } from '../../src/record/chain.ts'
import { type Location, locateRecord } from '../../src/record/location.ts'
import { type CallLog, openRecord, type RecordOptions } from '../../src/record/record.ts'
import { RECORD_DEFAULTS, type RecordSettings } from '../../src/record/settings.ts'
import { type Verification, verifyRecord } from '../../src/record/verify.ts'
import { createPorts } from '../../src/server/ports.ts'
import { withReplay } from '../../src/server/replay.ts'
import exportCalls from '../../src/tools/calls/operations/export.ts'
import getCall from '../../src/tools/calls/operations/get.ts'
import getStatistics from '../../src/tools/calls/operations/get-statistics.ts'
import listCalls from '../../src/tools/calls/operations/list.ts'
import replayCall from '../../src/tools/calls/operations/replay.ts'
import { startApp, temporaryFolder } from './app.ts'
import { silentLog } from './bulk.ts'
import { startTestRedis, type TestRedis } from './redis.ts'
import { testSecrets } from './secrets.ts'

const RECORD_OPERATIONS: readonly Definition[] = [listCalls, getCall, getStatistics, exportCalls, replayCall]

export interface TestRecord {
  app: FastifyInstance
  /** May be changed: the scopes of keys that do not begin with `all`, the policy, and the limits of every key. */
  access: { scopes: string[]; policy: PolicyRule[]; limits: Limits }
  folder: string
  /** Path of the head of the chain. */
  head: string
  redis: TestRedis
  record: CallLog
  /** Opens the record of the same folder again, as another process does. */
  reopen: (more?: Partial<RecordOptions>) => CallLog
  verify: () => Promise<Verification>
  /** Runs SQL on the database, as an attacker or a defect would, with `?` for each value. Returns the rows. */
  sql: (text: string, ...values: (string | number | Uint8Array)[]) => Promise<Record<string, unknown>[]>
}

/**
 * Starts an app with these operations and those of the record, on a Redis of its own. A caller's ID is its key; `all…` may see all calls.
 * `databaseUrl`: of PostgreSQL. Default: SQLite.
 */
export async function startRecord(
  t: Test,
  operations: readonly Definition[],
  settings: Partial<RecordSettings> = {},
  databaseUrl?: string
): Promise<TestRecord> {
  const [folder, redis] = [await temporaryFolder(t), await startTestRedis(t)]
  const client = redis.client({ enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 2_000 })
  await new Promise(resolve => client.once('ready', resolve))
  const place = { dataDirectory: folder, hostId: HOST, databaseUrl }
  await writeFile(path.join(folder, 'host.json'), JSON.stringify({ id: HOST }))
  const located = locateRecord(place)
  const opened: CallLog[] = []
  const open = (more: Partial<RecordOptions> = {}): CallLog => {
    const parts = { ...place, redis: client, secrets: testSecrets, log: silentLog }
    const record = openRecord({ ...parts, settings: { ...RECORD_DEFAULTS, ...settings }, ...more })
    opened.push(record)
    return record
  }
  const record = open()
  if (databaseUrl !== undefined) await record.deleteOld() // connects, so that the first read need not wait for it
  const access: TestRecord['access'] = { scopes: ['workshop:write'], policy: [], limits: {} }
  const identify = (key: string) => ({ id: key, scopes: key.startsWith('all') ? ['*'] : access.scopes, limits: access.limits })
  const limiter = createLimiter(client, silentLog)
  t.teardown(limiter.close)
  const { app } = await startApp(t, {
    definitions: [...operations, ...RECORD_OPERATIONS],
    ports: {
      ...createPorts({ policy: () => access.policy }),
      limits: createLimits(limiter),
      record: withReplay(record, createCatalog([...operations, ...RECORD_OPERATIONS]))
    },
    auth: { identify, anonymous: undefined }
  })
  t.teardown(() => Promise.all(opened.map(one => one.close())))
  return {
    app,
    access,
    folder,
    head: located.head,
    redis,
    record,
    reopen: open,
    verify: () => verifyRecord({ ...located, keys: testSecrets.derive(CHAIN) }),
    sql: (text, ...values) => runSql(located.database, text, values)
  }
}

const HOST = 'host'

async function runSql(location: Location, text: string, values: (string | number | Uint8Array)[]): Promise<Record<string, unknown>[]> {
  if ('file' in location) {
    const database = new DatabaseSync(location.file, { timeout: 5_000 })
    const rows = database.prepare(text).all(...values)
    database.close()
    return rows
  }
  const client = new pg.Client({ connectionString: location.url, options: `-c search_path=${location.schema}` })
  await client.connect()
  try {
    let count = 0
    return (
      await client.query(
        text.replaceAll('?', () => `$${++count}`),
        values
      )
    ).rows
  } finally {
    await client.end()
  }
}

/** Calls an operation by name as this caller. */
export async function callAs(app: FastifyInstance, key: string, id: string, payload: object = {}) {
  const headers = { 'content-type': 'application/json', 'x-api-key': key }
  const response = await app.inject({ method: 'POST', url: `/v1/operations/${id}`, headers, payload: JSON.stringify(payload) })
  return response.json()
}

/** A call of the operation by alice that has ended, as the pipeline passes it to the record. */
export function endedCall(operation: Operation, number: number): Parameters<CallLog['end']> {
  const context = { caller: { id: 'alice', scopes: [] }, requestId: `r${number}` }
  const call = {
    id: randomUUID(),
    at: Date.now(),
    operation,
    input: { number },
    context,
    permission: 'read',
    decision: 'allow',
    isRead: true
  } as const
  return [
    { ...call, instance: null },
    { duration_ms: 1, replayed: false, summary: {} }
  ]
}
