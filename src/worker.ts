import { type Processor, Worker } from 'bullmq'
import { type Bell, createBell } from './bulk/bell.ts'
import { createCrowd } from './bulk/crowd.ts'
import { hostQueue, QUEUE_PREFIX, SHARED_QUEUE } from './bulk/keys.ts'
import { createListedIds } from './bulk/listed-ids.ts'
import { createPlaces } from './bulk/places.ts'
import { takeTurn, type WorkerParts } from './bulk/processor.ts'
import { createTurns, type TurnData } from './bulk/queue.ts'
import { startReconciler } from './bulk/reconciler.ts'
import { BULK_DEFAULTS, type BulkSettings } from './bulk/settings.ts'
import type { Webhooks } from './bulk/webhooks/accept.ts'
import { startCourier } from './bulk/webhooks/courier.ts'
import type { RedisClient, RedisUse } from './lib/redis/connect.ts'

export interface WorkerOptions extends Pick<WorkerParts, 'adapterOf' | 'connections' | 'jobs' | 'log'> {
  /** Makes a connection; the worker closes those it makes. */
  connect: (use: RedisUse) => RedisClient
  /** From `readHostId`: this worker also takes the jobs that only this host can do. */
  hostId: string
  /** Whether it takes any worker's jobs too, or only those of this host. Default true. */
  shared?: boolean
  settings?: Partial<BulkSettings>
  /** Without it no webhook is delivered. */
  webhooks?: Webhooks
}

export interface BuiltWorker {
  /** Whether it still takes jobs. */
  isRunning: () => boolean
  close: () => Promise<void>
}

/** How long a close waits for the turns under way where Redis is away, too, and nothing can be written any more. */
const LAST_WAIT_MS = 30_000

/** How long it then waits for BullMQ, whose close never ends while one of its connections is between two attempts to reconnect. */
const FAREWELL_MS = 2_000

/** Acts on jobs until it is closed. A close takes as long as the calls under way; what is left goes to another worker. */
export function buildWorker(options: WorkerOptions): BuiltWorker {
  const { connect, log, hostId, shared = true, webhooks } = options
  const settings = { ...BULK_DEFAULTS, ...options.settings }
  const redis = connect('jobs')
  const bell: Bell = createBell(connect('jobs'))
  const turns = createTurns(redis)
  const shutdown = new AbortController()
  const places = createPlaces({ redis, turns, settings })
  const parts = { ...options, redis, bell, settings, places, listedIds: createListedIds(redis), shutdown: shutdown.signal }
  const reconciler = startReconciler({ redis, turns, places, log, settings }, hostId)
  const courier = webhooks && shared ? startCourier({ connect, webhooks, settings, log }) : undefined
  const underWay = new Set<Promise<void>>()
  const workers = [...(shared ? [SHARED_QUEUE] : []), hostQueue(hostId)].map(queue => queueWorker(queue, redis, parts, underWay))

  return {
    isRunning: () => workers.every(worker => worker.isRunning()),
    async close() {
      shutdown.abort()
      await Promise.race([Promise.allSettled(workers.map(worker => worker.pause(true))), pause(FAREWELL_MS)])
      await Promise.race([Promise.allSettled(underWay), pause(LAST_WAIT_MS)])
      // By force, since all that counts was waited for: an orderly close waits for ever for a blocking connection whose Redis is gone.
      const closed = Promise.all([...workers.map(worker => worker.close(true)), reconciler.stop()])
      await Promise.race([closed, pause(FAREWELL_MS)])
      await courier?.close()
      await turns.close()
      bell.close()
      redis.disconnect()
    }
  }
}

function queueWorker(
  queue: string,
  redis: RedisClient,
  shared: Omit<WorkerParts, 'crowd'>,
  underWay: Set<Promise<void>>
): Worker<TurnData, void> {
  const { log, settings } = shared
  const parts = { ...shared, crowd: createCrowd(shared) }
  // Three named parameters: BullMQ makes a signal only for a function that takes one.
  const processor: Processor<TurnData, void> = (job, token, signal) => {
    const turn = takeTurn(parts, job, token, signal)
    underWay.add(turn)
    const over = (): boolean => underWay.delete(turn)
    turn.then(over, over)
    return turn
  }
  const worker = new Worker<TurnData, void>(queue, processor, {
    connection: redis,
    prefix: QUEUE_PREFIX,
    concurrency: settings.turns_at_once,
    lockDuration: settings.lock_ms,
    stalledInterval: settings.stalled_ms,
    // A frozen worker may swallow the word that there is work; the others look for themselves every so many seconds.
    drainDelay: settings.drain_ms / 1000,
    // A long job outlives any number of its workers. Our own epochs keep a second worker from harm.
    maxStalledCount: 1_000_000,
    runRetryDelay: 1_000
  })
  worker.on('error', error => log.debug({ queue, err: error }, 'The queue reports an error'))
  worker.on('failed', (job, error) => log.error({ job: job?.data.id, err: error }, 'A turn failed'))
  worker.on('lockRenewalFailed', lost => {
    for (const id of lost) worker.cancelJob(id, 'another worker has it')
  })
  return worker
}

const pause = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds).unref())
