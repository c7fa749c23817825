import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import type { Caller } from '../../src/contract/call.ts'
import type { Job } from '../../src/contract/job.ts'
import { createJobs, type JobsService } from '../../src/jobs/jobs.ts'
import { connectRedis, type RedisClient, type RedisUse } from '../../src/lib/redis/connect.ts'
import { startPrivateRedis } from '../../src/lib/redis/private.ts'
import { buildWorker } from '../../src/server/worker.ts'
import { testSecrets } from '../../test/helpers/secrets.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const CALLER: Caller = { id: 'bench', scopes: ['*'] }

export interface Engine {
  jobs: JobsService
  connect: (use: RedisUse) => RedisClient
  /** Connection to its Redis. */
  socket: string
  /** Creates a job of this number of items, as a POST does. */
  create: (action: BulkAdapter, many: number) => Promise<Job>
  /** Confirms a job that has its preview. */
  confirm: (job: Job) => Promise<Job>
  get: (id: string, wait?: number) => Promise<Job>
  close: () => Promise<void>
}

/** The jobs of a gateway and a worker in this process, with a private Redis as `npm start` starts it: it acknowledges a write once it is on disk. */
export async function startEngine(actions: readonly BulkAdapter[]): Promise<Engine> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'toolgate-bulk-'))
  const redis = await startPrivateRedis({ dataDir, log: silent })
  const connect = (use: RedisUse): RedisClient => connectRedis(redis.endpoint, use, silent)
  const connections = { get: async () => ({ client: {}, instance: null, sandbox: false }) }
  const shared = { connect, connections, hostId: 'bench', log: silent }
  const jobs = createJobs({ secrets: testSecrets, ...shared, publicUrl: '' })
  const worker = buildWorker({ secrets: testSecrets, ...shared, jobs, adapterOf: id => actions.find(action => action.id === id) })
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
export async function ended(engine: Engine, id: string): Promise<Job> {
  for (;;) {
    const job = await engine.get(id, 25)
    if (job.status === 'completed') return job
    if (job.finished_at !== null) throw new Error(`The job ended ${job.status}: ${JSON.stringify(job.error)}`)
  }
}
