import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { Type } from 'typebox'
import {
  type BulkAdapter,
  type BulkBatch,
  type BulkItem,
  type BulkPosition,
  type BulkResult,
  type BulkSpec,
  defineBulk,
  type Json
} from '../../src/contract/bulk.ts'
import type { Caller } from '../../src/contract/call.ts'
import type { Reason } from '../../src/contract/errors.ts'
import type { Job, JobStatus } from '../../src/contract/job.ts'
import type { BulkRequest } from '../../src/contract/jobs.ts'
import { defineTool } from '../../src/contract/tool.ts'
import { createJobs, type JobsOptions, type JobsService } from '../../src/jobs/jobs.ts'
import type { JobSettings } from '../../src/jobs/settings.ts'
import type { Webhooks } from '../../src/jobs/webhooks/webhooks.ts'
import { connectRedis, type RedisClient, type RedisUse } from '../../src/lib/redis/connect.ts'
import type { Connections } from '../../src/pipeline/ports.ts'
import { buildWorker, type WorkerOptions } from '../../src/server/worker.ts'
import { startTestRedis, type TestRedis } from './redis.ts'
import { testSecrets } from './secrets.ts'

const NONE = Type.Object({})

/** A system without settings, whose bulk actions the tests define. */
export const shelf = defineTool<{ base: string }, typeof NONE>({
  name: 'shelf',
  title: 'Shelf',
  description: 'A system of the tests.',
  prompt: 'Use it in tests.',
  settings: NONE,
  connect: () => ({ base: '' }),
  available: async () => ({ available: true }),
  concurrent: true
})
export const silentLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
export const alice: Caller = { id: 'alice', scopes: ['shelf:write'] }
export const root: Caller = { id: 'root', scopes: ['*'] }

const Input = Type.Object({ many: Type.Integer({ default: 10, description: 'How many items there are' }) })
type Spec = BulkSpec<{ base: string }, typeof Input, Json, Json, never>

/** An adapter over items named item-0, item-1 … that does nothing with them, unless parts of it are given. */
export function testAdapter(parts: Partial<Spec> = {}): BulkAdapter {
  return defineBulk(shelf, {
    name: 'touch',
    summary: 'Touch items',
    description: 'Use it in tests.',
    permission: 'write',
    input: Input,
    errors: {},
    examples: [],
    idempotent: true,
    max_batch: 10,
    prepare: async input => ({ query: { many: input.many }, action: {} }),
    count: async query => ({ value: manyOf(query), relation: 'eq' }),
    nextBatch: async (query, at) => pageOf(query, at),
    executeBatch: async function* (items) {
      for (const item of items) yield succeeded(item)
    },
    ...parts
  })
}

/** A page of item-0, item-1 … */
export function pageOf(query: Json, { size, offset }: BulkPosition): BulkBatch {
  const many = manyOf(query)
  const items = Array.from({ length: Math.min(size, many - offset) }, (_, at) => itemNamed(`item-${offset + at}`))
  return { items, next: offset + size < many ? String(offset + size) : undefined }
}

export const itemNamed = (id: string): BulkItem => ({ id, display_name: `The item ${id}` })
export const succeeded = ({ id }: BulkItem): BulkResult => ({ item_id: id, outcome: 'succeeded' })
export const manyOf = (query: Json): number =>
  typeof query === 'object' && query !== null && !Array.isArray(query) && typeof query['many'] === 'number' ? query['many'] : 0

/** Short turns and quick recovery, so that tests need not wait. */
export const QUICK: Partial<JobSettings> = {
  lock_ms: 1_000,
  stalled_ms: 500,
  reconcile_ms: 500,
  first_wait_ms: 50,
  settle_ms: 0,
  turn_ms: 1_000,
  retry_pause_ms: 20,
  finish_ms: 500
}

export interface BulkFixture {
  redis: TestRedis
  jobs: JobsService
  /** On the gateway's host by default. */
  startWorker: (settings?: Partial<JobSettings>, hostId?: string) => { close: () => Promise<void> }
  /** A second gateway on the same Redis. */
  secondJobs: (settings?: Partial<JobSettings>) => JobsService
  request: (adapter: BulkAdapter, more?: Partial<BulkRequest>) => BulkRequest
  connect: (use: RedisUse) => ReturnType<typeof connectRedis>
}

/** A job store, a gateway with its jobs and, by default, a worker. All of them are real, and closed with the test. */
export async function startBulk(
  t: Test,
  adapters: BulkAdapter[],
  options: {
    worker?: boolean
    client?: unknown
    /** Instead of one that returns the client. */
    connections?: Pick<Connections, 'get'>
    settings?: Partial<JobSettings>
    authorize?: (operation: string, caller: Caller) => void
    permits?: (operation: string, caller: Caller) => boolean
    webhooks?: Webhooks
    takeItems?: WorkerOptions['takeItems']
    lacksApproval?: WorkerOptions['lacksApproval']
    useApproval?: JobsOptions['useApproval']
    /** Wraps each connection of the gateways before it is used. */
    through?: (client: RedisClient) => RedisClient
  } = {}
): Promise<BulkFixture> {
  const redis = await startTestRedis(t)
  const { through = client => client } = options
  const connect = (use: RedisUse) => connectRedis({ kind: 'single', options: redis.options }, use, silentLog)
  const client = options.client ?? { base: '' }
  const { connections = { get: async ({ local }) => ({ client, instance: null, sandbox: false, local: local === true }) } } = options
  const settings = { ...QUICK, ...options.settings }
  const open: { close: () => Promise<void> }[] = []
  const keep = <T extends { close: () => Promise<void> }>(made: T): T => {
    open.unshift(made)
    return made
  }
  const { authorize, permits, webhooks, takeItems, lacksApproval, useApproval } = options
  const shared = {
    connect,
    connections,
    hostId: 'h1',
    log: silentLog,
    settings,
    ...(authorize && { authorize }),
    ...(permits && { permits }),
    ...(useApproval && { useApproval }),
    ...(webhooks && { webhooks })
  }
  const gateway = (more: Partial<JobSettings> = {}) =>
    keep(
      createJobs({
        secrets: testSecrets,
        ...shared,
        settings: { ...settings, ...more },
        connect: use => through(connect(use)),
        publicUrl: 'http://gateway'
      })
    )
  const jobs = gateway()
  const startWorker: BulkFixture['startWorker'] = (more, hostId = 'h1') =>
    keep(
      buildWorker({
        secrets: testSecrets,
        connect,
        connections,
        jobs,
        hostId,
        log: silentLog,
        adapterOf: id => adapters.find(adapter => adapter.id === id),
        settings: { ...settings, ...more },
        ...(webhooks && { webhooks }),
        ...(takeItems && { takeItems }),
        ...(lacksApproval && { lacksApproval })
      })
    )
  if (options.worker !== false) startWorker()
  t.teardown(async () => {
    for (const one of open) await one.close()
  })
  return { redis, jobs, startWorker, secondJobs: gateway, connect, request: requestFor }
}

export function requestFor(adapter: BulkAdapter, more: Partial<BulkRequest> = {}): BulkRequest {
  return {
    adapter,
    input: { many: 10 },
    instance: null,
    caller: alice,
    signal: new AbortController().signal,
    ...more,
    options: { dry_run: false, max_items: 100_000, on_failure: 'continue', ...more.options }
  }
}

/** A pattern of the expected refusal, for `t.rejects`. */
export const refusal = (reason: Reason, more: object = {}) => ({ name: 'OperationError', reason, ...more })

/** Reads the job until it is in one of the states. */
export async function until(
  jobs: JobsService,
  id: string,
  wanted: JobStatus[] | ((job: Job) => boolean),
  caller = alice,
  patience_ms = 120_000
): Promise<Job> {
  const isIt = typeof wanted === 'function' ? wanted : (job: Job) => wanted.includes(job.status)
  const deadline = Date.now() + patience_ms
  for (;;) {
    const job = await jobs.get(caller, id).catch(() => undefined)
    if (job && isIt(job)) return job
    if (Date.now() > deadline) throw new Error(`The job is still ${JSON.stringify(job)}`)
    await sleep(20)
  }
}

/** Creates the job, confirms its preview, and waits for its end. */
export async function runToEnd(jobs: JobsService, request: BulkRequest): Promise<Job> {
  const made = await jobs.create(request)
  await jobs.confirm(request.caller, made.id, made.confirm_token ?? '')
  return await until(jobs, made.id, ['completed', 'failed', 'cancelled', 'paused'], request.caller)
}
