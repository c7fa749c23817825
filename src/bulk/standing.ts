import type { JobKind } from '../contract/job-parts.ts'
import { JOB_STATUSES, type JobStatus } from '../contract/jobs.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { jobKey } from './keys.ts'
import { kindOf } from './read-meta.ts'

export interface JobOf {
  id: string
  /** Id of the caller who made it. */
  key: string
}

/** Where a job stands, for whoever decides what it needs: little of its hash, which may be large. */
export interface Standing extends JobOf {
  status: JobStatus
  kind: JobKind
  phase: string
  reason: string
  account: string
  queue: string
  turn: number
  queuedAt: string
  /** Milliseconds; infinite where it has no end. */
  expiresAt: number
  /** Milliseconds; 0 where it does not wait. */
  waitingUntil: number
}

const FIELDS = ['status', 'kind', 'phase', 'reason', 'key', 'account', 'queue', 'turn', 'queued_at', 'expires_at', 'waiting_until'] as const

/** Undefined where there is no such job. */
export async function standingOf(redis: RedisClient, id: string): Promise<Standing | undefined> {
  const [word, kind, phase, reason, key, account, queue, turn, queuedAt, expiresAt, waitingUntil] = await redis.hmget(
    jobKey(id, 'meta'),
    ...FIELDS
  )
  const status = JOB_STATUSES.find(known => known === word)
  if (!status || !key) return undefined
  const facts = { kind: kindOf(kind), phase: phase ?? '', reason: reason ?? '', account: account ?? '', queue: queue ?? '' }
  const times = { queuedAt: queuedAt ?? '0', expiresAt: expiresAt ? Number(expiresAt) : Number.POSITIVE_INFINITY }
  return { id, status, key, turn: Number(turn), ...facts, ...times, waitingUntil: Number(waitingUntil) }
}
