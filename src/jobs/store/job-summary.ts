import type { JobKind } from '../../contract/job.ts'
import { JOB_STATUSES, type JobStatus } from '../../contract/job.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { jobKey } from './keys.ts'
import { kindOf } from './read-record.ts'

export interface JobOf {
  id: string
  /** ID of the caller that created it. */
  key: string
}

/** The fields of a job that scheduling needs: a small part of its hash, which may be large. */
export interface JobSummary extends JobOf {
  status: JobStatus
  kind: JobKind
  operation: string
  phase: string
  reason: string
  account: string
  queue: string
  turn: number
  queuedAt: string
  /** Milliseconds; infinite if it does not expire. */
  expiresAt: number
  /** Milliseconds; 0 if it does not wait. */
  waitingUntil: number
}

const FIELDS = [
  'status',
  'kind',
  'phase',
  'reason',
  'key',
  'account',
  'queue',
  'turn',
  'queued_at',
  'expires_at',
  'waiting_until',
  'operation'
] as const

/** Returns undefined if the job does not exist. */
export async function summaryOf(redis: RedisClient, id: string): Promise<JobSummary | undefined> {
  const [text, kind, phase, reason, key, account, queue, turn, queuedAt, expiresAt, waitingUntil, operation] = await redis.hmget(
    jobKey(id, 'meta'),
    ...FIELDS
  )
  const status = JOB_STATUSES.find(known => known === text)
  if (!status || !key) return undefined
  const facts = {
    kind: kindOf(kind),
    phase: phase ?? '',
    reason: reason ?? '',
    account: account ?? '',
    queue: queue ?? '',
    operation: operation ?? ''
  }
  const times = { queuedAt: queuedAt ?? '0', expiresAt: expiresAt ? Number(expiresAt) : Number.POSITIVE_INFINITY }
  return { id, status, key, turn: Number(turn), ...facts, ...times, waitingUntil: Number(waitingUntil) }
}
