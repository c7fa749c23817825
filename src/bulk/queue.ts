import { Queue } from 'bullmq'
import type { RedisClient } from '../lib/redis/connect.ts'
import { turnJobId } from './id.ts'
import { QUEUE_PREFIX } from './keys.ts'

/** All that BullMQ is told of a job of ours. */
export interface TurnData {
  id: string
}

export interface Turns {
  /** Sets a job going. Where its turn is queued already, nothing happens. */
  add: (job: { id: string; queue: string; turn: number }) => Promise<void>
  close: () => Promise<void>
}

/** One of BullMQ's jobs per job of ours: it says whose turn it is, and nothing else. What is lost of it can be made again. */
export function createTurns(redis: RedisClient): Turns {
  const queues = new Map<string, Queue<TurnData>>()

  function queueOf(name: string): Queue<TurnData> {
    const known = queues.get(name)
    if (known) return known
    const queue = new Queue<TurnData>(name, { connection: redis, prefix: QUEUE_PREFIX, streams: { events: { maxLen: 1_000 } } })
    queue.on('error', () => undefined) // the connection reports its outages itself
    queues.set(name, queue)
    return queue
  }

  return {
    async add({ id, queue, turn }) {
      const options = { jobId: turnJobId(id, turn), removeOnComplete: true, removeOnFail: true, attempts: 5 }
      await queueOf(queue).add('turn', { id }, { ...options, backoff: { type: 'exponential', delay: 500 } })
    },
    async close() {
      await Promise.all([...queues.values()].map(queue => queue.close()))
    }
  }
}
