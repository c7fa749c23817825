import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { createLimiter } from '../../src/access/limits/limiter.ts'
import { createLimits } from '../../src/access/limits/limits.ts'
import type { PolicyRule } from '../../src/access/policy.ts'
import { createCatalog, type Definition } from '../../src/catalog/catalog.ts'
import type { Limits } from '../../src/contract/limits.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { CHAIN } from '../../src/record/chain.ts'
import { recordFiles } from '../../src/record/head.ts'
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
  redis: TestRedis
  record: CallLog
  /** Opens the record of the same folder again, as another process does. */
  reopen: (more?: Partial<RecordOptions>) => CallLog
  verify: () => Verification
  /** Runs SQL on the database, as an attacker or a defect would. */
  sql: (text: string, ...values: (string | number | Uint8Array)[]) => void
}

/** Starts an app with these operations and those of the record, on a Redis of its own. A caller's ID is its key; `all…` may see all calls. */
export async function startRecord(t: Test, operations: readonly Definition[], settings: Partial<RecordSettings> = {}): Promise<TestRecord> {
  const [folder, redis] = [await temporaryFolder(t), await startTestRedis(t)]
  const client = redis.client({ enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 2_000 })
  await new Promise(resolve => client.once('ready', resolve))
  const opened: CallLog[] = []
  const open = (more: Partial<RecordOptions> = {}): CallLog => {
    const parts = { dataDirectory: folder, hostId: 'host', redis: client, secrets: testSecrets, log: silentLog }
    const record = openRecord({ ...parts, settings: { ...RECORD_DEFAULTS, ...settings }, ...more })
    opened.push(record)
    return record
  }
  const record = open()
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
    redis,
    record,
    reopen: open,
    verify: () => verifyRecord(folder, testSecrets.derive(CHAIN)),
    sql(text, ...values) {
      const database = new DatabaseSync(recordFiles(folder).database, { timeout: 5_000 })
      database.prepare(text).run(...values)
      database.close()
    }
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
