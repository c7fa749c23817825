import type { Caller } from '../../contract/call.ts'
import { OperationError } from '../../contract/errors.ts'
import { COUNTED_OUTCOMES, type CountedOutcome } from '../../contract/job.ts'
import type { JobFilter } from '../../contract/jobs.ts'
import { credentialOf } from '../../contract/principal.ts'
import type { Total } from '../../contract/schema.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { redisNow } from '../../lib/redis/time.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { Meta } from '../model/job-record.ts'
import { JOB_DEFAULTS, UNWRITTEN_MS } from '../settings.ts'
import { decryptMessage } from './encrypted-fields.ts'
import { ALL_JOBS, callersOf, jobKey, jobsOf, LIVE_JOBS, openJobsOf } from './keys.ts'
import { fetchMeta, kindOf } from './read-record.ts'
import { withRedisTimeout } from './redis-timeout.ts'

/** Entries of the index read at a time, and maximum read for one page of a filtered list. */
const PAGE = 100
const MAX_READ = 2_000

/** Whether the caller can see all jobs, or only those of its own key, as a constrained caller does. */
export const seesAll = ({ scopes, constraints }: Caller): boolean => scopes.includes('*') && constraints === undefined

/** Adds a job to the indexes before it is written: an entry without a job does no harm, a job without an entry would be lost. */
export async function addToIndexes(redis: RedisClient, id: string, callerId: string): Promise<void> {
  const now = await redisNow(redis)
  await addCaller(redis, callerId, now)
  await Promise.all(indexesOf(callerId).map(key => redis.zadd(key, 'NX', now, id)))
  // The indexes of a caller that no longer calls expire.
  await Promise.all([jobsOf(callerId), openJobsOf(callerId)].map(key => redis.expire(key, JOB_DEFAULTS.keep_tombstone_s)))
}

/** Adds a caller to those of its key or issuer, if it is not the key itself, so that its jobs are found when that is revoked. */
async function addCaller(redis: RedisClient, callerId: string, now: number): Promise<void> {
  const credential = credentialOf(callerId)
  if (credential === callerId) return
  const key = callersOf(credential)
  await redis.zadd(key, now, callerId)
  await Promise.all([
    redis.zremrangebyscore(key, '-inf', now - JOB_DEFAULTS.keep_tombstone_s * 1_000),
    redis.expire(key, JOB_DEFAULTS.keep_tombstone_s)
  ])
}

/** Calls a function with the ID of every job of a credential that may not have ended: jobs of the key itself, of users that it names, of subjects of an issuer. */
export async function forOpenJobsOf(
  redis: RedisClient,
  credential: string,
  visit: (id: string, owner: string) => Promise<void>
): Promise<void> {
  const callers = [credential, ...(await withRedisTimeout(redis, () => redis.zrange(callersOf(credential), '0', '-1')))]
  for (let at = 0; at < callers.length; at += PAGE) {
    const some = callers.slice(at, at + PAGE)
    const open = await withRedisTimeout(redis, () => Promise.all(some.map(callerId => redis.zrange(openJobsOf(callerId), '0', '-1'))))
    for (const [index, ids] of open.entries()) for (const id of ids) await visit(id, some[index] ?? credential)
  }
}

/** Removes a job that was deleted, or never written, from the indexes. */
export async function removeFromIndexes(redis: RedisClient, id: string, callerId: string): Promise<void> {
  await Promise.all(indexesOf(callerId).map(key => redis.zrem(key, id)))
}

const indexesOf = (callerId: string): string[] => [LIVE_JOBS, ALL_JOBS, jobsOf(callerId), openJobsOf(callerId)]

export interface MetaPage {
  metas: Meta[]
  next_cursor: string | null
  total: Total | null
}

/** Returns a page of the caller's jobs, newest first. */
export async function listMetas(
  { redis, secrets }: { redis: RedisClient; secrets: Secrets },
  caller: Caller,
  filter: JobFilter
): Promise<MetaPage> {
  const key = seesAll(caller) ? ALL_JOBS : jobsOf(caller.id)
  const found: string[] = []
  const { from, before } = periodOf(filter)
  // A job is added to the index shortly before its creation time, so entries near the bounds are read too.
  const newest = Number.isFinite(before) ? { at: before + UNWRITTEN_MS, id: '' } : undefined
  const oldest = from - UNWRITTEN_MS
  let last: Position | undefined = filter.cursor === undefined ? newest : positionIn(filter.cursor)
  let more = true
  let read = 0
  while (more && found.length < filter.limit && read < MAX_READ) {
    const next = await entriesAfter(redis, key, last, filter.query === undefined ? undefined : secrets)
    const entries = next.filter(({ position }) => position.at >= oldest)
    read += next.length
    more = entries.length === PAGE
    for (const [index, { position, facts }] of entries.entries()) {
      last = position
      if (!facts) await removeExpired(redis, position, caller.id)
      else if (matches(facts, filter)) found.push(position.id)
      if (found.length < filter.limit) continue
      more ||= index + 1 < entries.length
      break
    }
  }
  const metas = await readMetas(redis, found)
  return {
    metas,
    next_cursor: more && last ? encodeCursor([last.at, last.id]) : null,
    total: await totalOf(redis, key, filter, metas, more)
  }
}

interface Position {
  at: number
  id: string
}

function positionIn(cursor: string): Position {
  const [at, id] = decodeCursor(cursor)
  if (typeof at === 'number' && typeof id === 'string') return { at, id }
  throw invalidCursor()
}

/** The error of a cursor that does not belong to the list. */
export const invalidCursor = (): OperationError =>
  new OperationError('invalid_field_value', '`cursor` is not a cursor of this list.', {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path: 'cursor', message: 'is not a cursor of this list', expected: 'next_cursor of the previous page' }]
  })

/** A job is large, so only the jobs of the page are read completely. */
async function readMetas(redis: RedisClient, ids: string[]): Promise<Meta[]> {
  const metas = await Promise.all(ids.map(id => fetchMeta(redis, id)))
  return metas.filter(meta => meta !== undefined)
}

/** Returns the next entries of the index after a position, with the facts that filters need. */
async function entriesAfter(
  redis: RedisClient,
  key: string,
  position: Position | undefined,
  secrets: Secrets | undefined
): Promise<{ position: Position; facts: Facts | undefined }[]> {
  const rank = position && (await redis.zrevrank(key, position.id))
  const from = !position ? 0 : typeof rank === 'number' ? rank + 1 : await redis.zcount(key, position.at, '+inf')
  const rows = await redis.zrevrange(key, from, from + PAGE - 1, 'WITHSCORES')
  const positions = Array.from({ length: rows.length / 2 }, (_, index) => ({ id: rows[2 * index] ?? '', at: Number(rows[2 * index + 1]) }))
  return await Promise.all(positions.map(async position => ({ position, facts: await factsOf(redis, position.id, secrets) })))
}

/** The values that filters compare. */
interface Facts {
  kind: Meta['kind']
  status: string
  operation: string
  parent: string | null
  createdAt: number
  /** Outcomes that items have. */
  outcomes: readonly CountedOutcome[]
  /** Searchable text of a job, in lower case; empty without a query. */
  text: string
}

/** Returns undefined if the job does not exist. `secrets`: a query also needs the message. */
async function factsOf(redis: RedisClient, id: string, secrets: Secrets | undefined): Promise<Facts | undefined> {
  const fields = ['kind', 'status', 'operation', 'parent', 'created_at', ...COUNTED_OUTCOMES, ...(secrets ? ['message'] : [])]
  const [kind, status, operation, parent, createdAt, ...others] = await redis.hmget(jobKey(id, 'meta'), ...fields)
  const outcomes = COUNTED_OUTCOMES.filter((_, at) => Number(others[at]) > 0)
  const message = others[COUNTED_OUTCOMES.length]
  if (!status) return undefined
  const text = secrets ? [id, operation, decryptMessage(secrets, message ?? '')].join('\n').toLowerCase() : ''
  return { kind: kindOf(kind), status, operation: operation ?? '', parent: parent || null, createdAt: Number(createdAt), outcomes, text }
}

function matches(job: Facts, { status, operation, system, kind, outcome, parent_id, query = '', ...times }: JobFilter): boolean {
  const { from, before } = periodOf(times)
  return (
    (status === undefined || status.some(one => one === job.status)) &&
    (operation === undefined || operation === job.operation) &&
    (system === undefined || job.operation.startsWith(`${system}_`)) &&
    (kind === undefined || kind === job.kind) &&
    (outcome === undefined || outcome.some(one => job.outcomes.includes(one))) &&
    (parent_id === undefined || parent_id === job.parent) &&
    wordsOf(query).every(word => job.text.includes(word)) &&
    job.createdAt >= from &&
    job.createdAt < before
  )
}

const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean)

/** Returns the bounds of the creation time in milliseconds. */
const periodOf = ({ created_after, created_before }: Pick<JobFilter, 'created_after' | 'created_before'>) => ({
  from: created_after === undefined ? Number.NEGATIVE_INFINITY : Date.parse(created_after),
  before: created_before === undefined ? Number.POSITIVE_INFINITY : Date.parse(created_before)
})

const isFiltered = ({ limit: _, cursor: __, ...filter }: JobFilter): boolean => Object.values(filter).some(value => value !== undefined)

/** Removes an entry whose job has expired, unless the job is just being written. */
async function removeExpired(redis: RedisClient, { id, at }: Position, callerId: string): Promise<void> {
  if ((await redisNow(redis)) - at < UNWRITTEN_MS) return
  await Promise.all([ALL_JOBS, jobsOf(callerId)].map(key => redis.zrem(key, id)))
}

/** Removes expired entries among the next few of the index, oldest first. Returns where to continue: entries that are kept are skipped. */
export async function dropExpired(redis: RedisClient, from: number): Promise<number> {
  const rows = await redis.zrangebyscore(ALL_JOBS, '-inf', '+inf', 'WITHSCORES', 'LIMIT', from, PAGE)
  const now = await redisNow(redis)
  let kept = 0
  for (let index = 0; index + 1 < rows.length; index += 2) {
    const position = { id: rows[index] ?? '', at: Number(rows[index + 1]) }
    const isKept = (await redis.exists(jobKey(position.id, 'meta'))) === 1 || now - position.at < UNWRITTEN_MS
    if (isKept) kept += 1
    else await removeExpired(redis, position, (await redis.get(jobKey(position.id, 'tombstone'))) ?? '')
  }
  return rows.length < 2 * PAGE ? 0 : from + kept
}

/** Exact if one page contains all jobs; otherwise an estimate, because the index may contain expired jobs. */
async function totalOf(redis: RedisClient, key: string, filter: JobFilter, metas: Meta[], more: boolean): Promise<Total | null> {
  if (!more && filter.cursor === undefined) return { value: metas.length, relation: 'eq' }
  return isFiltered(filter) ? null : { value: await redis.zcard(key), relation: 'estimate' }
}
