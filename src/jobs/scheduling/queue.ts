import type { Job, Queue } from 'bullmq'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { turnJobId } from '../model/job-id.ts'
import { jobKey } from '../store/keys.ts'
import { BULLMQ_JOB_OPTIONS, openQueue } from './bullmq.ts'

/** Data of a BullMQ job: only the ID of the job whose turn it is. */
export interface TurnData {
  id: string
}

/** Properties of a job in the queue. BullMQ's job is named after the operation, so that its tools show what runs. */
export interface QueuedJob {
  id: string
  operation: string
  queue: string
  turn: number
}

export interface TurnQueue {
  /** Queues the turn of a job. If it is queued already, nothing happens. */
  add: (job: QueuedJob) => Promise<void>
  close: () => Promise<void>
}

/** One BullMQ job per job: it states whose turn it is, and nothing else. */
export function createTurnQueue(redis: RedisClient): TurnQueue {
  const queues = new Map<string, Queue<TurnData>>()

  function queueOf(name: string): Queue<TurnData> {
    const queue = queues.get(name) ?? openQueue<TurnData>(name, redis)
    queues.set(name, queue)
    return queue
  }

  return {
    async add({ id, operation, queue, turn }) {
      await queueOf(queue).add(operation, { id }, { ...BULLMQ_JOB_OPTIONS, jobId: turnJobId(id, turn) })
    },
    async close() {
      await Promise.all([...queues.values()].map(queue => queue.close()))
    }
  }
}

/** Updates the progress of BullMQ's job and adds a log line after each turn, for BullMQ's tools. A failure to write them is ignored. */
export async function reportProgress(redis: RedisClient, job: Job<TurnData>): Promise<void> {
  try {
    const fields = ['status', 'total', 'succeeded', 'skipped', 'failed', 'unknown'] as const
    const [status, ...counts] = await redis.hmget(jobKey(job.data.id, 'meta'), ...fields)
    if (status == null) return // the job was deleted
    const [total = 0, succeeded = 0, skipped = 0, failed = 0, unknown = 0] = counts.map(Number)
    const done = succeeded + skipped + failed + unknown
    await job.updateProgress({ done, total, succeeded, failed, unknown })
    await job.log(`${status}: ${done} of ${total} items done, ${succeeded} succeeded, ${failed} failed, ${unknown} unknown`)
  } catch {
    // BullMQ removes a job whose lock was lost.
  }
}
