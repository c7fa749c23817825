import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createJobs, type JobsService } from '../../src/bulk/jobs.ts'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import type { Caller } from '../../src/contract/caller.ts'
import type { Job } from '../../src/contract/jobs.ts'
import { connectRedis, type RedisClient, type RedisUse } from '../../src/lib/redis/connect.ts'
import { startPrivateRedis } from '../../src/lib/redis/private.ts'
import { buildWorker } from '../../src/worker.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const CALLER: Caller = { id: 'bench', scopes: ['*'] }

export interface House {
  jobs: JobsService
  connect: (use: RedisUse) => RedisClient
  /** Where its Redis listens. */
  socket: string
  /** Makes a job of so many items, as a POST does. */
  create: (action: BulkAdapter, many: number) => Promise<Job>
  /** Starts a job that has its preview. */
  confirm: (job: Job) => Promise<Job>
  get: (id: string, wait?: number) => Promise<Job>
  close: () => Promise<void>
}

/** A gateway's jobs and a worker in this process, on a private Redis as `npm start` makes it: every write is on the disk before it is answered. */
export async function openHouse(actions: readonly BulkAdapter[]): Promise<House> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'toolgate-bulk-'))
  const redis = await startPrivateRedis({ dataDir, log: silent })
  const connect = (use: RedisUse): RedisClient => connectRedis(redis.endpoint, use, silent)
  const connections = { get: async () => ({ client: {}, instance: null, sandbox: false }) }
  const shared = { connect, connections, hostId: 'bench', log: silent }
  const jobs = createJobs({ ...shared, publicUrl: '' })
  const worker = buildWorker({ ...shared, jobs, adapterOf: id => actions.find(action => action.id === id) })
  const options = { dry_run: false, max_items: 1_000_000, on_failure: 'continue' as const }
  return {
    jobs,
    connect,
    socket: redis.endpoint.kind === 'single' ? (redis.endpoint.options.path ?? '') : '',
    create: (adapter, many) =>
      jobs.create({ adapter, input: { many }, options, instance: null, caller: CALLER, signal: new AbortController().signal }),
    confirm: job => jobs.confirm(CALLER, job.id, job.confirm_token ?? ''),
    get: (id, wait = 0) => jobs.get(CALLER, id, { wait }),
    async close() {
      await worker.close()
      await jobs.close()
      await redis.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}

/** Waits for the end of a job. */
export async function ended(house: House, id: string): Promise<Job> {
  for (;;) {
    const job = await house.get(id, 25)
    if (job.status === 'completed') return job
    if (job.finished_at !== null) throw new Error(`The job ended ${job.status}: ${JSON.stringify(job.error)}`)
  }
}
