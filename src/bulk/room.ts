import { OperationError } from '../contract/errors.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { redisNow } from '../lib/redis/time.ts'
import { jobsOf, openOf } from './keys.ts'
import { enter, leave } from './listing.ts'
import { runScript } from './scripts/run.ts'
import { type BulkSettings, UNBORN_MS } from './settings.ts'
import { type JobOf, type Standing, standingOf } from './standing.ts'
import { isTerminal } from './states.ts'

type Limits = Pick<BulkSettings, 'open_per_key' | 'listing_per_key' | 'kept_per_key'>

/**
 * Enters a new job of a caller into the lists. Throws where the caller has as many as it may have: the job is then in none of them, and nobody
 * writes it. One that another attempt at the same call has written meanwhile is let be.
 */
export async function enterWhereRoom(redis: RedisClient, job: JobOf, limits: Limits): Promise<void> {
  await enter(redis, job.id, job.key)
  const refusal = await whyNoRoom(redis, job, limits)
  if (!refusal) return
  const [answer] = await runScript(redis, 'refuse', job.id, [REFUSED_S])
  if (answer === 'exists') return
  await leave(redis, job.id, job.key)
  throw refusal
}

/** Longer than any attempt at the same call may take. */
const REFUSED_S = 3_600

/** Writes a new job. Throws where another attempt at the same call found no room for it. */
export async function writeNew(redis: RedisClient, id: string, fields: string[]): Promise<void> {
  const [answer] = await runScript(redis, 'create', id, fields)
  if (answer === 'refused') throw tooMany('This key has as many jobs as it may have', 5_000, ['Send the same call again.'])
}

/** Of jobs that are made at the same time each counts those before it in the list: so as many are made as may be, and no more. */
async function whyNoRoom(redis: RedisClient, { id, key }: JobOf, limits: Limits): Promise<OperationError | undefined> {
  const [rows, now] = await Promise.all([redis.zrange(openOf(key), '0', '-1', 'WITHSCORES'), redisNow(redis)])
  const entries = rows.flatMap((entry, at) => (at % 2 === 0 ? [{ id: entry, age: now - Number(rows[at + 1]) }] : []))
  const standings = await Promise.all(entries.map(async entry => ({ ...entry, standing: await standingOf(redis, entry.id) })))
  const over = standings.filter(isOver).map(entry => entry.id)
  if (over.length > 0) await redis.zrem(openOf(key), ...over)
  const open = standings.filter(entry => !isOver(entry))
  const before = open.slice(
    0,
    Math.max(
      0,
      open.findIndex(entry => entry.id === id)
    )
  )
  if (before.length >= limits.open_per_key) return tooManyOpen(limits.open_per_key)
  if (before.filter(({ standing }) => !standing || isListing(standing)).length >= limits.listing_per_key)
    return tooManyListing(limits.listing_per_key)
  return (await redis.zcard(jobsOf(key))) > limits.kept_per_key ? tooManyKept(limits.kept_per_key) : undefined
}

interface Counted {
  /** Since it was entered (ms). */
  age: number
  standing: Standing | undefined
}

const isOver = ({ age, standing }: Counted): boolean => (standing ? isTerminal(standing.status) : age > UNBORN_MS)

/** Also one that waits for its system meanwhile. */
const isListing = ({ status, phase }: Standing): boolean => phase === 'list' && (status === 'snapshotting' || status === 'waiting')

const tooManyOpen = (most: number): OperationError =>
  tooMany(`This key has ${most} jobs that have not ended`, 60_000, [
    'Confirm or cancel those that await confirmation: jobs_list with status awaiting_confirmation shows them.',
    'Or wait until others have ended.'
  ])

const tooManyListing = (most: number): OperationError =>
  tooMany(`This key has ${most} jobs whose items are being listed`, 5_000, [
    'Wait until the items of one are listed, or cancel one: jobs_list with status snapshotting shows them.'
  ])

const tooManyKept = (most: number): OperationError =>
  tooMany(`This key has ${most} jobs that are kept`, 3_600_000, [
    'Delete some that have ended with jobs_delete.',
    'Or wait: each goes by itself some time after its end; its expires_at says when.'
  ])

const tooMany = (what: string, retry_after_ms: number, suggestions: string[]): OperationError =>
  new OperationError('rate_limit_exceeded', `${what}: no further one is made.`, {
    source: 'gateway',
    outcome: 'not_executed',
    retry_after_ms,
    suggestions
  })
