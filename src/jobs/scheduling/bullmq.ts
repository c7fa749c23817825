import { type Processor, Queue, Worker } from 'bullmq'
import type { Log } from '../../contract/runtime.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import type { JobSettings } from '../settings.ts'
import { QUEUE_PREFIX } from '../store/keys.ts'

// The BullMQ setup that turns and webhook deliveries share. BullMQ is a queue with delays and locks only: what it loses can be queued again.

/** Opens a queue of BullMQ. */
export function openQueue<Data>(name: string, redis: RedisClient): Queue<Data> {
  const queue = new Queue<Data>(name, { connection: redis, prefix: QUEUE_PREFIX, streams: { events: { maxLen: 1_000 } } })
  queue.on('error', () => undefined) // the connection reports its outages itself
  return queue
}

/** Options of every job of BullMQ: a failed attempt is repeated, and a job leaves no trace. */
export const BULLMQ_JOB_OPTIONS = {
  removeOnComplete: true,
  removeOnFail: true,
  attempts: 5,
  backoff: { type: 'exponential', delay: 500 }
}

interface WorkerOptions<Data> {
  redis: RedisClient
  process: Processor<Data, void>
  concurrency: number
  settings: Pick<JobSettings, 'lock_ms' | 'stalled_ms' | 'drain_ms'>
  log: Log
  /** A run failed permanently. `id`: the job of the gateway. */
  onFailed: (id: string | undefined, error: Error) => void
}

export interface QueueWorker {
  isRunning: () => boolean
  /** Takes no further jobs. Resolves once none is in progress, or BullMQ does not respond. */
  pause: () => Promise<void>
  /** Runs in progress. */
  running: ReadonlySet<Promise<void>>
  /** Closes by force: an orderly close of BullMQ never ends while a blocking connection waits for Redis. */
  close: () => Promise<void>
}

/** Starts a worker of BullMQ. */
export function startQueueWorker<Data extends { id: string }>(
  name: string,
  { redis, process, concurrency, settings, log, onFailed }: WorkerOptions<Data>
): QueueWorker {
  const running = new Set<Promise<void>>()
  // Three named parameters: BullMQ creates a signal only for a function that takes one.
  const tracked: Processor<Data, void> = (job, token, signal) => {
    const run = Promise.resolve(process(job, token, signal))
    running.add(run)
    const done = (): boolean => running.delete(run)
    run.then(done, done)
    return run
  }
  const { connection, stayClosed } = withClosableCopies(redis)
  const worker = new Worker<Data, void>(name, tracked, {
    connection,
    prefix: QUEUE_PREFIX,
    concurrency,
    lockDuration: settings.lock_ms,
    stalledInterval: settings.stalled_ms,
    // A frozen worker may consume the notification of a new job; the others poll.
    drainDelay: settings.drain_ms / 1_000,
    // A long job outlives any number of its workers. The epochs of the job store fence out a second worker.
    maxStalledCount: 1_000_000,
    runRetryDelay: 1_000
  })
  worker.on('error', error => log.debug({ queue: name, err: error }, 'BullMQ reports an error'))
  worker.on('failed', (job, error) => onFailed(job?.data.id, error))
  worker.on('lockRenewalFailed', lost => {
    for (const id of lost) worker.cancelJob(id, 'another worker has it')
  })
  return {
    isRunning: () => worker.isRunning(),
    pause: () => worker.pause(true),
    running,
    async close() {
      stayClosed()
      await worker.close(true)
    }
  }
}

/**
 * The connection, with a way to keep the copies closed that BullMQ makes of it for its blocking command. A worker that is closed while such a copy
 * is connecting connects it again after its end, for as long as the process lives (BullMQ 6.7, RedisConnection.reconnect).
 */
function withClosableCopies(redis: RedisClient): { connection: RedisClient; stayClosed: () => void } {
  const copies: RedisClient[] = []
  const connection = new Proxy(redis, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'duplicate') return value
      return (...options: unknown[]) => {
        const copy: RedisClient = Reflect.apply(value, target, options)
        copies.push(copy)
        return copy
      }
    }
  })
  return {
    connection,
    stayClosed() {
      for (const copy of copies) {
        copy.on('error', () => undefined)
        copy.connect = () => Promise.reject(new Error('The worker is closed'))
      }
    }
  }
}

/** Resolves with the work, or after this many milliseconds. */
export async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise(resolve => setTimeout(resolve, milliseconds).unref())])
}
