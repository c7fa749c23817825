import type { Delivery, EventName } from '../../contract/notifications.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { jsonText } from '../json.ts'
import { jobKey } from '../keys.ts'
import { runScript } from '../scripts/run.ts'

/** An event that has yet to be told of. */
export interface Notice {
  jobId: string
  sequence: number
  event: EventName
  /** When it happened. */
  at: number
  /** Attempts that failed. */
  attempts: number
  /** When the next is to be made. */
  due: number
  /** Where it is told. */
  url: string
  /** The meta hash at the event, without what is not told. */
  job: Record<string, string>
  /** Its most frequent failures at the event, as they are kept; absent where there are none. */
  errors?: string[]
}

export async function readNotices(redis: RedisClient, jobId: string): Promise<Notice[]> {
  const entries = await redis.hgetall(jobKey(jobId, 'outbox'))
  return Object.entries(entries).map(([sequence, entry]) => ({ ...JSON.parse(entry), jobId, sequence: Number(sequence) }))
}

export async function readNotice(redis: RedisClient, jobId: string, sequence: number): Promise<Notice | undefined> {
  const entry = await redis.hget(jobKey(jobId, 'outbox'), String(sequence))
  return entry ? { ...JSON.parse(entry), jobId, sequence } : undefined
}

/** `again`: at `due`. `over`: told, or given up. `gone`: the receiver wants to hear no more of this job. */
export type Verdict = { next: 'again'; due: number } | { next: 'over' | 'gone' }

/** Writes down what came of an attempt; false where another worker already did. */
export async function note(redis: RedisClient, { jobId, sequence, attempts }: Notice, row: Delivery, verdict: Verdict): Promise<boolean> {
  const due = verdict.next === 'again' ? verdict.due : ''
  const [answer] = await runScript(redis, 'noted', jobId, [sequence, attempts, jsonText(row), verdict.next, due])
  return answer === verdict.next
}
