import type { Delivery, EventName } from '../../contract/job.ts'
import type { Verdict } from '../../lib/outgoing-webhook.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { jsonText } from '../model/lua-json.ts'
import { jobKey } from '../store/keys.ts'
import { runJobCommand } from '../store/lua/commands.ts'

/** An event that is still to be delivered. */
export interface Notice {
  jobId: string
  sequence: number
  event: EventName
  /** Time of the event. */
  at: number
  /** Failed attempts so far. */
  attempts: number
  /** Time of the next attempt. */
  due: number
  /** Destination. */
  url: string
  /** The meta hash at the event, without fields that are not sent. */
  job: Record<string, string>
  /** Rows of the most frequent failures at the event; absent if there are none. */
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

/** Records an attempt. Returns false if another worker already did. */
export async function recordAttempt(
  redis: RedisClient,
  { jobId, sequence, attempts }: Notice,
  row: Delivery,
  verdict: Verdict
): Promise<boolean> {
  const due = verdict.next === 'again' ? verdict.due : ''
  const [result] = await runJobCommand(redis, 'recordDelivery', jobId, [sequence, attempts, jsonText(row), verdict.next, due])
  return result === verdict.next
}
