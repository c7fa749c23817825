import { randomUUID } from 'node:crypto'
import { takeTurn, type WorkerParts } from '../jobs/engine/turn.ts'
import { type QueueWorker, startQueueWorker, within } from '../jobs/scheduling/bullmq.ts'
import { createConcurrencySlots } from '../jobs/scheduling/concurrency-slots.ts'
import { createFairShare } from '../jobs/scheduling/fair-share.ts'
import { createTurnQueue, type TurnData } from '../jobs/scheduling/queue.ts'
import { startReconciler } from '../jobs/scheduling/reconciler.ts'
import { registerWorker } from '../jobs/scheduling/worker-registry.ts'
import { JOB_DEFAULTS, type JobSettings } from '../jobs/settings.ts'
import { decryptForDisplay } from '../jobs/store/encrypted-fields.ts'
import { hostQueue, SHARED_QUEUE } from '../jobs/store/keys.ts'
import { createListedIds } from '../jobs/store/listed-ids.ts'
import { createStatusSubscriber } from '../jobs/store/status-subscriber.ts'
import { startDispatcher } from '../jobs/webhooks/dispatcher.ts'
import type { Webhooks } from '../jobs/webhooks/webhooks.ts'
import type { EventSource } from '../lib/outgoing-webhook.ts'
import type { RedisClient, RedisUse } from '../lib/redis/connect.ts'

export interface WorkerOptions
  extends Pick<
    WorkerParts,
    'adapterOf' | 'connections' | 'onErased' | 'jobs' | 'lacksApproval' | 'log' | 'revoked' | 'secrets' | 'takeItems'
  > {
  /** Creates a connection. The worker closes those it creates. */
  connect: (use: RedisUse) => RedisClient
  /** From `readHostId`: this worker also serves the queue of its host. */
  hostId: string
  /** Whether it serves the shared queue, or only that of its host. Default true. */
  shared?: boolean
  settings?: Partial<JobSettings>
  /** Without it, no webhook is delivered. */
  webhooks?: Webhooks
  /** Events to deliver that are not about jobs. */
  otherEvents?: EventSource | undefined
}

export interface BuiltWorker {
  /** Whether it still takes jobs. */
  isRunning: () => boolean
  close: () => Promise<void>
}

/** Maximum time that closing waits for turns in progress, even while Redis is unavailable and nothing can be written. */
const TURNS_MS = 30_000

/** Maximum time that closing waits for BullMQ, whose close never ends while a connection is reconnecting. */
const CLOSE_MS = 2_000

/** Runs jobs until it is closed. A close takes as long as the calls in progress; other workers continue the jobs. */
export function buildWorker(options: WorkerOptions): BuiltWorker {
  const { connect, log, hostId, shared = true, webhooks } = options
  const settings = { ...JOB_DEFAULTS, ...options.settings }
  const redis = connect('jobs')
  const statusSubscriber = createStatusSubscriber(connect('jobs'))
  const turnQueue = createTurnQueue(redis)
  const shutdown = new AbortController()
  const slots = createConcurrencySlots({ redis, turnQueue, settings })
  const workerId = randomUUID()
  const parts = {
    ...options,
    workerId,
    redis,
    statusSubscriber,
    settings,
    slots,
    listedIds: createListedIds(redis),
    shutdown: shutdown.signal
  }
  const reconciler = startReconciler({ redis, turnQueue, slots, log, settings }, hostId)
  const dispatcher =
    webhooks && shared
      ? startDispatcher({
          connect,
          webhooks: { ...webhooks, decrypt: meta => decryptForDisplay(options.secrets, meta) },
          others: options.otherEvents,
          settings,
          log
        })
      : undefined
  const queues = [...(shared ? [SHARED_QUEUE] : []), hostQueue(hostId)]
  const registration = registerWorker({ redis, turnQueue, log, settings }, { id: workerId, queues, folder: hostId })
  const workers = queues.map(queue => turnWorker(queue, parts))

  return {
    isRunning: () => workers.every(worker => worker.isRunning()),
    async close() {
      shutdown.abort()
      await within(CLOSE_MS, Promise.allSettled(workers.map(worker => worker.pause())))
      await within(TURNS_MS, Promise.allSettled(workers.flatMap(worker => [...worker.running])))
      const closed = [...workers.map(worker => worker.close()), reconciler.stop(), registration.stop().catch(() => undefined)]
      await within(CLOSE_MS, Promise.all(closed))
      await dispatcher?.close()
      await turnQueue.close()
      statusSubscriber.close()
      redis.disconnect()
    }
  }
}

function turnWorker(queue: string, shared: Omit<WorkerParts, 'fairShare'>): QueueWorker {
  const { redis, log, settings } = shared
  const parts = { ...shared, fairShare: createFairShare(shared) }
  return startQueueWorker<TurnData>(queue, {
    redis,
    process: (job, token, signal) => takeTurn(parts, job, token, signal),
    concurrency: settings.turns_at_once,
    settings,
    log,
    onFailed: (id, error) => log.error({ job: id, err: error }, 'A turn failed')
  })
}
