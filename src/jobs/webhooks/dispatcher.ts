import { DelayedError, type Queue, type Job as QueuedJob } from 'bullmq'
import { JOB_STATUSES } from '../../contract/job.ts'
import type { Log } from '../../contract/runtime.ts'
import type { EventSource, OutgoingEvent } from '../../lib/outgoing-webhook.ts'
import type { RedisClient, RedisUse } from '../../lib/redis/connect.ts'
import { redisNow } from '../../lib/redis/time.ts'
import { isTerminal } from '../model/states.ts'
import { BULLMQ_JOB_OPTIONS, openQueue, startQueueWorker, within } from '../scheduling/bullmq.ts'
import { forEachJob, startLeaderInterval } from '../scheduling/leader-interval.ts'
import { type JobSettings, UNWRITTEN_MS } from '../settings.ts'
import { DELIVERY_QUEUE, jobKey, NOTICES_CHANNEL, NOTIFYING_JOBS } from '../store/keys.ts'
import { type DeliveryParts, deliver } from './deliver.ts'
import { jobEvent } from './job-event.ts'
import { readNotice, readNotices } from './outbox.ts'
import type { Webhooks } from './webhooks.ts'

export interface DispatcherOptions {
  /** Creates a connection. The dispatcher closes those it creates. */
  connect: (use: RedisUse) => RedisClient
  webhooks: Webhooks
  /** Further events, which are not about jobs. */
  others?: EventSource | undefined
  settings: JobSettings
  log: Log
}

/** Data of a BullMQ job: the event to deliver, by the ID of a job and its number there, or by the ID of another source. */
interface DeliveryTask {
  id: string
  sequence: number
}

interface Parts extends DeliveryParts, Pick<DispatcherOptions, 'webhooks' | 'others'> {
  redis: RedisClient
}

/** Maximum time that closing waits for attempts in progress, before and after it aborts them. An aborted attempt is made again. */
const CLOSE_MS = 2_000

/** Delivers the events in the outboxes of jobs, and those of other sources, until it is closed. BullMQ only schedules the attempts: the outbox decides what is due. */
export function startDispatcher({ connect, webhooks, others, settings, log }: DispatcherOptions): { close: () => Promise<void> } {
  const redis = connect('jobs')
  const subscriber = connect('jobs')
  const queue = openQueue<DeliveryTask>(DELIVERY_QUEUE, redis)
  const shutdown = new AbortController()
  const parts: Parts = { redis, webhooks, others, guard: webhooks.guard, settings, log, shutdown: shutdown.signal }
  const worker = startQueueWorker<DeliveryTask>(DELIVERY_QUEUE, {
    redis,
    process: (job, token) => runTask(parts, job, token),
    concurrency: settings.webhooks_at_once,
    settings,
    log,
    onFailed: (id, error) => {
      if (!shutdown.signal.aborted) log.error({ job: id, err: error }, 'A webhook delivery failed unexpectedly')
    }
  })
  subscriber.on('message', (_channel: string, id: string) => {
    const queueing = others?.owns(id) ? enqueue(queue, { id, sequence: 1 }, Date.now()) : enqueueNotices(redis, queue, id)
    queueing.catch(error => log.debug({ id, err: error }, 'A webhook could not be queued; the next sweep queues it'))
  })
  subscriber.subscribe(NOTICES_CHANNEL).catch(() => undefined) // it subscribes again after an outage
  const sweep = startLeaderInterval({ redis, log }, 'webhooks', settings.reconcile_ms, async () => {
    await forEachJob({ redis, log }, NOTIFYING_JOBS, (id, createdAt) => isFullyDelivered(redis, queue, id, createdAt))
    for (const id of (await others?.list()) ?? []) {
      const event = await others?.read(id)
      if (event) await enqueue(queue, { id, sequence: 1 }, event.due)
    }
  })

  return {
    async close() {
      subscriber.disconnect()
      await within(CLOSE_MS, worker.pause())
      await within(CLOSE_MS, Promise.allSettled(worker.running))
      shutdown.abort()
      await within(CLOSE_MS, Promise.allSettled(worker.running))
      await within(CLOSE_MS, Promise.all([worker.close(), sweep.stop()]))
      await queue.close()
      redis.disconnect()
    }
  }
}

/** BullMQ may run a task twice, early, or for an event that is delivered already: the outbox decides. */
async function runTask(parts: Parts, job: QueuedJob<DeliveryTask, void>, token: string | undefined): Promise<void> {
  const event = await readEvent(parts, job.data)
  if (!event) return
  const due = event.due > Date.now() ? event.due : await deliver(parts, event)
  if (due === undefined) return
  await job.moveToDelayed(due, token)
  throw new DelayedError()
}

async function readEvent({ redis, webhooks, others }: Parts, { id, sequence }: DeliveryTask): Promise<OutgoingEvent | undefined> {
  if (others?.owns(id)) return await others.read(id)
  const notice = await readNotice(redis, id, sequence)
  return notice && jobEvent(redis, webhooks, notice)
}

async function enqueue(queue: Queue<DeliveryTask>, task: DeliveryTask, due: number): Promise<void> {
  const options = { ...BULLMQ_JOB_OPTIONS, jobId: `wh-${task.id}-${task.sequence}`, delay: Math.max(0, due - Date.now()) }
  await queue.add('notice', task, options)
}

/** Queues every event in the outbox of a job, unless it is queued already. Returns how many there are. */
async function enqueueNotices(redis: RedisClient, queue: Queue<DeliveryTask>, jobId: string): Promise<number> {
  const notices = await readNotices(redis, jobId)
  for (const { sequence, due } of notices) await enqueue(queue, { id: jobId, sequence }, due)
  return notices.length
}

/** For each job with a notify_url: queues what a crash or a lost message left behind. Returns whether nothing is left to deliver. */
async function isFullyDelivered(redis: RedisClient, queue: Queue<DeliveryTask>, id: string, createdAt: number): Promise<boolean> {
  // The status is read first: a job that has ended adds no more events.
  const over = await hasEnded(redis, id, createdAt)
  return (await enqueueNotices(redis, queue, id)) === 0 && over
}

async function hasEnded(redis: RedisClient, id: string, createdAt: number): Promise<boolean> {
  const text = await redis.hget(jobKey(id, 'meta'), 'status')
  const status = JOB_STATUSES.find(known => known === text)
  return status ? isTerminal(status) : (await redisNow(redis)) - createdAt > UNWRITTEN_MS
}
