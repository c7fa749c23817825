import { OperationError } from '../contract/errors.ts'
import type { Job, Jobs } from '../contract/jobs.ts'
import type { Caller } from '../contract/operation.ts'
import type { Connections } from '../contract/ports.ts'
import type { Log } from '../contract/tool.ts'
import type { RedisClient, RedisUse } from '../lib/redis/connect.ts'
import { type Bell, createBell } from './bell.ts'
import { newJob, writeJob } from './create.ts'
import { isJobId } from './id.ts'
import { readItems } from './items.ts'
import { jobKey } from './keys.ts'
import { listMetas, seesAll } from './listing.ts'
import { type Meta, readMeta } from './meta.ts'
import { createPulse } from './pulse.ts'
import { createTurns, type Turns } from './queue.ts'
import { reach } from './reach.ts'
import { runScript } from './scripts/run.ts'
import { BULK_DEFAULTS, type BulkSettings } from './settings.ts'
import { needsTurn } from './states.ts'
import { viewJob } from './view.ts'

export interface JobsOptions {
  /** Makes a connection; the service closes those it makes. */
  connect: (use: RedisUse) => RedisClient
  /** Clients for `prepare`, which runs in the request. */
  connections: Pick<Connections, 'get'>
  /** From `readHostId`: jobs of systems that act on this host go to this host's queue. */
  hostId: string
  /** In front of every link; empty for links without a host. */
  publicUrl: string
  log: Log
  settings?: Partial<BulkSettings>
}

export type JobsService = Jobs & { close: () => Promise<void> }

/** Where one looks for oneself while waiting, in case a ring was lost. */
const LOOK_MS = 2_000

type Verb = 'confirm' | 'cancel' | 'pause' | 'resume'

/** Makes jobs, shows them and steers them. All that is done for a caller answers soon, or says that the job store is away. */
export function createJobs(options: JobsOptions): JobsService {
  const settings = { ...BULK_DEFAULTS, ...options.settings }
  const redis = options.connect('http')
  const bell = createBell(options.connect('jobs'))
  const turns = createTurns(redis)
  const parts = { ...options, settings, redis, bell, turns }

  const jobs: JobsService = {
    async create(request) {
      const job = await newJob(request, parts, jobs)
      await reach(redis, () => writeJob(redis, job, request))
      await setGoing(parts, job)
      return await jobs.get(request.caller, job.id, { wait: settings.preview_wait_ms / 1000, signal: request.signal })
    },

    async get(caller, id, { wait = 0, signal } = {}) {
      const first = await readJob(parts, caller, id)
      if (wait <= 0 || !needsTurn(first.status)) return first
      return await changed(parts, caller, first, wait * 1000, signal)
    },

    async list(caller, filter) {
      const { metas, ...page } = await reach(redis, () => listMetas(redis, caller, filter))
      return { ...page, items: await Promise.all(metas.map(meta => show(parts, meta))) }
    },

    confirm: (caller, id, token) => control(parts, caller, id, 'confirm', [token]),
    cancel: (caller, id) => control(parts, caller, id, 'cancel'),
    pause: (caller, id) => control(parts, caller, id, 'pause'),
    resume: (caller, id) => control(parts, caller, id, 'resume'),

    async items(caller, id, filter) {
      return await reach(redis, async () => {
        const meta = await visible(redis, caller, id)
        const kept = meta.total === 0 || (await redis.exists(jobKey(id, 'status'))) === 1
        if (!kept) throw expired(`The items of job ${id} are no longer kept.`)
        return await readItems(redis, meta, filter)
      })
    },

    async close() {
      await turns.close()
      bell.close()
      redis.disconnect()
    }
  }
  return jobs
}

interface Parts {
  redis: RedisClient
  bell: Bell
  turns: Turns
  publicUrl: string
  log: Log
}

/** The job, if it is there and the caller may see it. To others it does not exist. */
async function visible(redis: RedisClient, caller: Caller, id: string): Promise<Meta> {
  const meta = isJobId(id) ? readMeta(await redis.hgetall(jobKey(id, 'meta'))) : undefined
  const owner = meta?.key ?? (isJobId(id) ? await redis.get(jobKey(id, 'stone')) : null)
  if (owner !== null && (owner === caller.id || seesAll(caller))) {
    if (meta) return meta
    throw expired(`Job ${id} is no longer kept.`)
  }
  throw new OperationError('job_not_found', `No job ${id} is visible to this key.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['jobs_list shows the jobs of this key.']
  })
}

const expired = (message: string): OperationError =>
  new OperationError('job_expired', message, { source: 'gateway', outcome: 'not_executed' })

async function readJob(parts: Parts, caller: Caller, id: string): Promise<Job> {
  return await reach(parts.redis, async () => await show(parts, await visible(parts.redis, caller, id)))
}

async function show({ redis, publicUrl }: Parts, meta: Meta): Promise<Job> {
  const [sample, errors] = await Promise.all([
    meta.phase === 'act' ? redis.lrange(jobKey(meta.id, 'preview'), 0, -1) : [],
    redis.hgetall(jobKey(meta.id, 'errors'))
  ])
  return viewJob({ meta, sample, errors }, publicUrl)
}

/** The job once its status is another, or the time is over, or the caller has gone. */
async function changed(parts: Parts, caller: Caller, first: Job, milliseconds: number, signal: AbortSignal | undefined): Promise<Job> {
  const until = performance.now() + milliseconds
  const pulse = createPulse()
  const off = parts.bell.on(first.id, pulse.beat)
  try {
    for (let now = first; ; now = await readJob(parts, caller, first.id)) {
      const left = until - performance.now()
      if (now.status !== first.status || left <= 0 || signal?.aborted) return now
      await pulse.next(Math.min(left, LOOK_MS), signal)
    }
  } finally {
    off()
  }
}

/** The job is written; if its turn cannot be queued just now, the reconciler does so later. */
async function setGoing({ redis, turns, log }: Parts, job: { id: string; queue: string; turn: number }): Promise<void> {
  await reach(redis, () => turns.add(job)).catch(error =>
    log.warn({ job: job.id, err: error }, 'The turn of a job could not be queued yet')
  )
}

async function control(parts: Parts, caller: Caller, id: string, verb: Verb, values: string[] = []): Promise<Job> {
  const { redis } = parts
  const meta = await reach(redis, () => visible(redis, caller, id))
  const [answer, status, turn] = await reach(redis, () => runScript(redis, verb, id, values))
  if (answer === 'illegal') throw illegal(verb, id, status ?? meta.status)
  if (answer === 'late' || answer === 'mismatch') throw stale(answer, id)
  const after = { ...meta, turn: Number(turn) }
  // Read before a worker hears of it, so that the answer to a confirm is the same each time.
  const job = await readJob(parts, caller, id)
  if (status === 'queued' && after.turn !== meta.turn) await setGoing(parts, after)
  return job
}

function illegal(verb: Verb, id: string, status: string): OperationError {
  return new OperationError('illegal_transition', `Job ${id} is ${status}: it cannot ${verb === 'confirm' ? 'be confirmed' : verb} now.`, {
    source: 'gateway',
    outcome: 'not_executed',
    current: status
  })
}

function stale(answer: 'late' | 'mismatch', id: string): OperationError {
  const message =
    answer === 'late'
      ? `The preview of job ${id} was not confirmed in time, and has expired. Nothing was done.`
      : `The confirm token is not that of the present preview of job ${id}. Nothing was done.`
  return new OperationError('plan_changed', message, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [
      answer === 'late' ? 'Make the job again, and confirm its preview.' : 'Read the job, look at its preview, and send its confirm_token.'
    ]
  })
}
