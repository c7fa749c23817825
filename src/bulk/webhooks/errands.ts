import type { Queue } from 'bullmq'
import { JOB_STATUSES } from '../../contract/jobs.ts'
import type { Log } from '../../contract/tool.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { redisNow } from '../../lib/redis/time.ts'
import { jobKey, NOTIFYING } from '../keys.ts'
import { type Rounds, startRounds, walk } from '../rounds.ts'
import { UNBORN_MS } from '../settings.ts'
import { isTerminal } from '../states.ts'
import { readNotices } from './outbox.ts'

/** All that BullMQ is told of a delivery. */
export interface Errand {
  id: string
  sequence: number
}

interface Parts {
  redis: RedisClient
  queue: Queue<Errand>
  log: Log
}

/** Queues whatever the outbox of a job holds; what is queued already stays as it is. Answers how many there are. */
export async function enqueueNotices(redis: RedisClient, queue: Queue<Errand>, jobId: string): Promise<number> {
  const notices = await readNotices(redis, jobId)
  for (const { sequence, due } of notices) {
    const options = { jobId: `wh-${jobId}-${sequence}`, delay: Math.max(0, due - Date.now()), removeOnComplete: true, removeOnFail: true }
    await queue.add('notice', { id: jobId, sequence }, { ...options, attempts: 5, backoff: { type: 'exponential', delay: 500 } })
  }
  return notices.length
}

/** Looks at every job that has a notify_url, and queues what a crash or a lost message left behind. */
async function sweep({ redis, queue, log }: Parts): Promise<void> {
  await walk({ redis, log }, NOTIFYING, (id, madeAt) => isAllTold(redis, queue, id, madeAt))
}

async function isAllTold(redis: RedisClient, queue: Queue<Errand>, id: string, madeAt: number): Promise<boolean> {
  // The status first: a job that has ended writes nothing more.
  const over = await isOver(redis, id, madeAt)
  return (await enqueueNotices(redis, queue, id)) === 0 && over
}

async function isOver(redis: RedisClient, id: string, madeAt: number): Promise<boolean> {
  const word = await redis.hget(jobKey(id, 'meta'), 'status')
  const status = JOB_STATUSES.find(known => known === word)
  return status ? isTerminal(status) : (await redisNow(redis)) - madeAt > UNBORN_MS
}

/** Sweeps now and every so often, as one of all workers, until it is stopped. */
export const startSweep = (parts: Parts, everyMs: number): Rounds => startRounds(parts, 'webhooks', everyMs, () => sweep(parts))
