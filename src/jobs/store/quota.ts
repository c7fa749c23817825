import { OperationError } from '../../contract/errors.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { redisNow } from '../../lib/redis/time.ts'
import { isTerminal } from '../model/states.ts'
import { type JobSettings, UNWRITTEN_MS } from '../settings.ts'
import { addToIndexes, removeFromIndexes } from './job-index.ts'
import { type JobOf, type JobSummary, summaryOf } from './job-summary.ts'
import { jobsOf, openJobsOf } from './keys.ts'
import { runJobCommand } from './lua/commands.ts'

type Quota = Pick<JobSettings, 'open_per_key' | 'listing_per_key' | 'kept_per_key'>

/**
 * Adds a new job of a caller to the indexes. Throws rate_limit_exceeded if the caller has reached its quota: the job is then in no index,
 * and is not written. If another attempt at the same request has written the job in the meantime, it stays.
 */
export async function addWithinQuota(redis: RedisClient, job: JobOf, quota: Quota): Promise<void> {
  await addToIndexes(redis, job.id, job.key)
  const error = await quotaError(redis, job, quota)
  if (!error) return
  if (!(await preventCreation(redis, job.id))) return
  await removeFromIndexes(redis, job.id, job.key)
  throw error
}

/** Returns whether a job, which an index may have already, will never be written; false if it is written. */
export async function preventCreation(redis: RedisClient, id: string): Promise<boolean> {
  const [result] = await runJobCommand(redis, 'refuseCreation', id, [REFUSED_S])
  return result !== 'exists'
}

/** Longer than any attempt at the same request can take. */
const REFUSED_S = 3_600

/** Writes a new job. Throws if another attempt at the same request was over the quota, or if the jobs of the key were cancelled in the meantime. */
export async function writeNew(redis: RedisClient, id: string, fields: string[]): Promise<void> {
  const [result] = await runJobCommand(redis, 'create', id, fields)
  if (result === 'refused') throw quotaReached('This key has too many jobs', 5_000, ['Send the same request again.'])
}

/** Of jobs that are created at the same time, each counts those before it in the index, so the quota is used completely and never exceeded. */
async function quotaError(redis: RedisClient, { id, key }: JobOf, quota: Quota): Promise<OperationError | undefined> {
  const [rows, now] = await Promise.all([redis.zrange(openJobsOf(key), '0', '-1', 'WITHSCORES'), redisNow(redis)])
  const entries = rows.flatMap((entry, at) => (at % 2 === 0 ? [{ id: entry, age: now - Number(rows[at + 1]) }] : []))
  const jobs = await Promise.all(entries.map(async entry => ({ ...entry, summary: await summaryOf(redis, entry.id) })))
  const over = jobs.filter(isOver).map(entry => entry.id)
  if (over.length > 0) await redis.zrem(openJobsOf(key), ...over)
  const open = jobs.filter(entry => !isOver(entry))
  const own = open.findIndex(entry => entry.id === id)
  const before = open.slice(0, Math.max(0, own))
  if (before.length >= quota.open_per_key) return tooManyOpen(quota.open_per_key)
  if (before.filter(({ summary }) => !summary || isListing(summary)).length >= quota.listing_per_key)
    return tooManyListing(quota.listing_per_key)
  return (await redis.zcard(jobsOf(key))) > quota.kept_per_key ? tooManyKept(quota.kept_per_key) : undefined
}

interface IndexedJob {
  /** Milliseconds since it was added to the index. */
  age: number
  summary: JobSummary | undefined
}

const isOver = ({ age, summary }: IndexedJob): boolean => (summary ? isTerminal(summary.status) : age > UNWRITTEN_MS)

/** Includes a listing that waits for its system. */
const isListing = ({ status, phase }: JobSummary): boolean => phase === 'list' && (status === 'snapshotting' || status === 'waiting')

const tooManyOpen = (max: number): OperationError =>
  quotaReached(`This key has ${max} jobs that have not ended, which is the maximum`, 60_000, [
    'Confirm or cancel those that await confirmation: jobs_list with status awaiting_confirmation lists them.',
    'Or wait until others have ended.'
  ])

const tooManyListing = (max: number): OperationError =>
  quotaReached(`This key has ${max} jobs whose items are being listed, which is the maximum`, 5_000, [
    'Wait until one has listed its items, or cancel one: jobs_list with status snapshotting lists them.'
  ])

const tooManyKept = (max: number): OperationError =>
  quotaReached(`This key has ${max} stored jobs, which is the maximum`, 3_600_000, [
    'Delete jobs that have ended with jobs_delete.',
    'Or wait: each is deleted at its expires_at.'
  ])

const quotaReached = (what: string, retry_after_ms: number, suggestions: string[]): OperationError =>
  new OperationError('rate_limit_exceeded', `${what}. The job was not created.`, {
    source: 'gateway',
    outcome: 'not_executed',
    retry_after_ms,
    suggestions
  })
