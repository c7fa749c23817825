import { DelayedError, Queue, type Job as QueuedJob, Worker } from 'bullmq'
import type { Log } from '../../contract/tool.ts'
import type { RedisClient, RedisUse } from '../../lib/redis/connect.ts'
import { NOTICES, QUEUE_PREFIX } from '../keys.ts'
import type { BulkSettings } from '../settings.ts'
import type { Webhooks } from './accept.ts'
import { type CourierParts, deliver } from './deliver.ts'
import { type Errand, enqueueNotices, startSweep } from './errands.ts'
import { readNotice } from './outbox.ts'

export interface CourierOptions {
  /** Makes a connection; the courier closes those it makes. */
  connect: (use: RedisUse) => RedisClient
  webhooks: Webhooks
  settings: BulkSettings
  log: Log
}

const QUEUE = 'webhooks'

/** How long a close waits for attempts under way, before and after it breaks them off. What is broken off is made again. */
const FAREWELL_MS = 2_000

/** Delivers what the jobs' outboxes hold, until it is closed. BullMQ is the clock only: the outbox knows what is due. */
export function startCourier({ connect, webhooks, settings, log }: CourierOptions): { close: () => Promise<void> } {
  const redis = connect('jobs')
  const subscriber = connect('jobs')
  const queue = new Queue<Errand>(QUEUE, { connection: redis, prefix: QUEUE_PREFIX, streams: { events: { maxLen: 1_000 } } })
  queue.on('error', () => undefined) // the connection reports its outages itself
  const shutdown = new AbortController()
  const underWay = new Set<Promise<void>>()
  const worker = errandWorker(redis, { redis, webhooks, settings, log, shutdown: shutdown.signal }, underWay)
  subscriber.on('message', (_channel: string, jobId: string) => {
    enqueueNotices(redis, queue, jobId).catch(error => log.debug({ job: jobId, err: error }, 'A webhook is left to the next sweep'))
  })
  subscriber.subscribe(NOTICES).catch(() => undefined) // it subscribes again by itself after an outage
  const sweep = startSweep({ redis, queue, log }, settings.reconcile_ms)

  return {
    async close() {
      subscriber.disconnect()
      await within(FAREWELL_MS, worker.pause(true))
      await within(FAREWELL_MS, Promise.allSettled(underWay))
      shutdown.abort()
      await within(FAREWELL_MS, Promise.allSettled(underWay))
      await within(FAREWELL_MS, Promise.all([worker.close(true), sweep.stop()]))
      await queue.close()
      redis.disconnect()
    }
  }
}

function errandWorker(redis: RedisClient, parts: CourierParts, underWay: Set<Promise<void>>): Worker<Errand, void> {
  const { settings, log, shutdown } = parts
  const run = (job: QueuedJob<Errand, void>, token?: string): Promise<void> => {
    const errand = runErrand(parts, job, token)
    underWay.add(errand)
    const over = (): boolean => underWay.delete(errand)
    errand.then(over, over)
    return errand
  }
  const worker = new Worker<Errand, void>(QUEUE, run, {
    connection: redis,
    prefix: QUEUE_PREFIX,
    concurrency: settings.webhooks_at_once,
    lockDuration: settings.lock_ms,
    stalledInterval: settings.stalled_ms,
    drainDelay: settings.drain_ms / 1_000,
    maxStalledCount: 1_000_000,
    runRetryDelay: 1_000
  })
  worker.on('error', error => log.debug({ err: error }, 'The queue of webhooks reports an error'))
  worker.on('failed', (job, error) => {
    if (!shutdown.aborted) log.error({ job: job?.data.id, err: error }, 'A webhook could not be seen to')
  })
  return worker
}

/** BullMQ may call twice, early, or for what is delivered already: the outbox decides. */
async function runErrand(parts: CourierParts, job: QueuedJob<Errand, void>, token: string | undefined): Promise<void> {
  const notice = await readNotice(parts.redis, job.data.id, job.data.sequence)
  if (!notice) return
  const due = notice.due > Date.now() ? notice.due : await deliver(parts, notice)
  if (due === undefined) return
  await job.moveToDelayed(due, token)
  throw new DelayedError()
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise(resolve => setTimeout(resolve, milliseconds).unref())])
}
