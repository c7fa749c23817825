import type { Caller } from '../contract/caller.ts'
import { OperationError } from '../contract/errors.ts'
import type { Job } from '../contract/jobs.ts'
import type { Permission } from '../contract/operation.ts'
import type { Log } from '../contract/tool.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import type { Bell } from './bell.ts'
import { isJobId } from './id.ts'
import { resultOf } from './kept.ts'
import { jobKey } from './keys.ts'
import { seesAll } from './listing.ts'
import type { Meta } from './meta.ts'
import type { Places } from './places.ts'
import { createPulse } from './pulse.ts'
import type { Turns } from './queue.ts'
import { reach } from './reach.ts'
import { fetchMeta } from './read-meta.ts'
import type { BulkSettings } from './settings.ts'
import { viewJob } from './view.ts'
import type { Webhooks } from './webhooks/accept.ts'

/** What the gateway's side of jobs works with. */
export interface Desk {
  redis: RedisClient
  bell: Bell
  turns: Turns
  places: Places
  publicUrl: string
  settings: BulkSettings
  log: Log
  /** Throws where the caller may not, or no longer, start such a job. */
  admit?: (operation: string, caller: Caller, permission?: Permission) => void
  /** Throws where the job store could forget what was begun. */
  demandDurability?: () => Promise<void>
  webhooks?: Webhooks
  /** Aborts once nobody shall wait any more. */
  closing: AbortSignal
}

/** Where one looks for oneself while waiting, in case a ring was lost. */
const LOOK_MS = 2_000

/** The job, if it is there and the caller may see it. To others it does not exist. */
export async function visible(redis: RedisClient, caller: Caller, id: string): Promise<Meta> {
  const meta = isJobId(id) ? await fetchMeta(redis, id) : undefined
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

export const expired = (message: string): OperationError =>
  new OperationError('job_expired', message, { source: 'gateway', outcome: 'not_executed' })

export async function readJob(desk: Desk, caller: Caller, id: string): Promise<Job> {
  return await reach(desk.redis, async () => {
    const meta = await visible(desk.redis, caller, id)
    const [job, result] = await Promise.all([show(desk, meta), resultOf(desk.redis, meta)])
    return result === undefined ? job : { ...job, result }
  })
}

/** The job as callers see it. */
export async function show({ redis, publicUrl }: Desk, meta: Meta): Promise<Job> {
  const [sample, errors, deliveries] = await Promise.all([
    isToBeLookedAt(meta) ? redis.lrange(jobKey(meta.id, 'preview'), 0, -1) : [],
    hasFailures(meta) ? redis.hvals(jobKey(meta.id, 'errors')) : [],
    meta.notifyUrl === null ? [] : redis.lrange(jobKey(meta.id, 'deliveries'), 0, -1)
  ])
  return viewJob({ meta, sample, errors, deliveries }, publicUrl)
}

/** Once its items are being acted on, they themselves tell what is done: a sample of what would be is no longer read at each look. */
const isToBeLookedAt = ({ phase, startedAt }: Meta): boolean => phase === 'act' && startedAt === null

/** Rows of failures are there only where items failed: most often there is nothing to read. */
const hasFailures = ({ counts }: Meta): boolean => counts.failed + counts.unknown > 0

/** The job once its status, or anything of it, is another, or the time is over, or the caller or the gateway is about to go. */
export async function changed(
  desk: Desk,
  caller: Caller,
  first: Job,
  milliseconds: number,
  what: 'status' | 'revision',
  signal: AbortSignal | undefined
): Promise<Job> {
  const until = performance.now() + milliseconds
  const pulse = createPulse()
  const over = AbortSignal.any([desk.closing, ...(signal ? [signal] : [])])
  const listen = what === 'status' ? desk.bell.on : desk.bell.onNews
  const off = listen(first.id, pulse.beat)
  try {
    // It may have changed since it was read, before anybody listened.
    for (;;) {
      const now = await readJob(desk, caller, first.id)
      const left = until - performance.now()
      if (now[what] !== first[what] || left <= 0 || over.aborted) return now
      await pulse.next(Math.min(left, LOOK_MS), over)
    }
  } finally {
    off()
  }
}
