import type { Caller } from '../contract/caller.ts'
import type { JobFilter } from '../contract/job-filter.ts'
import type { Total } from '../contract/schema.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { redisNow } from '../lib/redis/time.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { fits, isFiltered, type Known, knownOf, spanOf } from './filter.ts'
import { ALL_JOBS, jobKey, jobsOf, LIVE_JOBS, openOf } from './keys.ts'
import type { Meta } from './meta.ts'
import { fetchMeta } from './read-meta.ts'
import { BULK_DEFAULTS, UNBORN_MS } from './settings.ts'

/** Rows of the index read at a time, and most rows looked through for one page of a filtered list. */
const STRIDE = 100
const MOST_READ = 2_000

/** Whether the caller may see every job, or only those of its own key. */
export const seesAll = ({ scopes }: Caller): boolean => scopes.includes('*')

/** Enters a job into the lists, before it is written: an entry without a job does no harm, a job without an entry would be lost. */
export async function enter(redis: RedisClient, id: string, callerId: string): Promise<void> {
  const now = await redisNow(redis)
  await Promise.all(listsOf(callerId).map(key => redis.zadd(key, 'NX', now, id)))
  // Those of a key that is no longer used go away by themselves.
  await Promise.all([jobsOf(callerId), openOf(callerId)].map(key => redis.expire(key, BULK_DEFAULTS.keep_stone_s)))
}

/** Takes a job that was deleted, or never came to be, out of the lists. */
export async function leave(redis: RedisClient, id: string, callerId: string): Promise<void> {
  await Promise.all(listsOf(callerId).map(key => redis.zrem(key, id)))
}

const listsOf = (callerId: string): string[] => [LIVE_JOBS, ALL_JOBS, jobsOf(callerId), openOf(callerId)]

export interface MetaPage {
  metas: Meta[]
  next_cursor: string | null
  total: Total | null
}

/** Jobs of the caller, the newest first. */
export async function listMetas(redis: RedisClient, caller: Caller, filter: JobFilter): Promise<MetaPage> {
  const key = seesAll(caller) ? ALL_JOBS : jobsOf(caller.id)
  const found: string[] = []
  const { from, before } = spanOf(filter)
  // A job is entered a moment before it is written, and that is its time: what is near the bounds is looked at.
  const newest = Number.isFinite(before) ? { at: before + UNBORN_MS, id: '' } : undefined
  const oldest = from - UNBORN_MS
  let last: Place | undefined = filter.cursor === undefined ? newest : decodeCursor(filter.cursor, placeIn)
  let more = true
  let read = 0
  while (more && found.length < filter.limit && read < MOST_READ) {
    const next = await entriesAfter(redis, key, last)
    const entries = next.filter(({ place }) => place.at >= oldest)
    read += next.length
    more = entries.length === STRIDE
    for (const [at, { place, known }] of entries.entries()) {
      last = place
      if (!known) await forget(redis, place, caller.id)
      else if (fits(known, filter)) found.push(place.id)
      if (found.length < filter.limit) continue
      more ||= at + 1 < entries.length
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

interface Place {
  at: number
  id: string
}

const placeIn = (place: unknown): Place | undefined =>
  Array.isArray(place) && typeof place[0] === 'number' && typeof place[1] === 'string' ? { at: place[0], id: place[1] } : undefined

/** A job is large: only of those on the page is all of it read. */
async function readMetas(redis: RedisClient, ids: string[]): Promise<Meta[]> {
  const metas = await Promise.all(ids.map(id => fetchMeta(redis, id)))
  return metas.filter(meta => meta !== undefined)
}

/** The next entries of the index below a place, with what is known of each job. */
async function entriesAfter(
  redis: RedisClient,
  key: string,
  place: Place | undefined
): Promise<{ place: Place; known: Known | undefined }[]> {
  const rank = place && (await redis.zrevrank(key, place.id))
  const from = !place ? 0 : typeof rank === 'number' ? rank + 1 : await redis.zcount(key, place.at, '+inf')
  const rows = await redis.zrevrange(key, from, from + STRIDE - 1, 'WITHSCORES')
  const places = Array.from({ length: rows.length / 2 }, (_, at) => ({ id: rows[2 * at] ?? '', at: Number(rows[2 * at + 1]) }))
  return await Promise.all(places.map(async place => ({ place, known: await knownOf(redis, place.id) })))
}

/** Drops an entry whose job has been forgotten; one that is being written just now is let be. */
async function forget(redis: RedisClient, { id, at }: Place, callerId: string): Promise<void> {
  if ((await redisNow(redis)) - at < UNBORN_MS) return
  await Promise.all([ALL_JOBS, jobsOf(callerId)].map(key => redis.zrem(key, id)))
}

/** Drops forgotten entries among the next few of the index, oldest first. Answers where to go on: what is kept is passed over. */
export async function dropForgotten(redis: RedisClient, from: number): Promise<number> {
  const rows = await redis.zrangebyscore(ALL_JOBS, '-inf', '+inf', 'WITHSCORES', 'LIMIT', from, STRIDE)
  const now = await redisNow(redis)
  let kept = 0
  for (let at = 0; at + 1 < rows.length; at += 2) {
    const place = { id: rows[at] ?? '', at: Number(rows[at + 1]) }
    const isKept = (await redis.exists(jobKey(place.id, 'meta'))) === 1 || now - place.at < UNBORN_MS
    if (isKept) kept += 1
    else await forget(redis, place, (await redis.get(jobKey(place.id, 'stone'))) ?? '')
  }
  return rows.length < 2 * STRIDE ? 0 : from + kept
}

/** Counted where one page holds them all; else the index may still hold some that have been forgotten. */
async function totalOf(redis: RedisClient, key: string, filter: JobFilter, metas: Meta[], more: boolean): Promise<Total | null> {
  if (!more && filter.cursor === undefined) return { value: metas.length, relation: 'eq' }
  return isFiltered(filter) ? null : { value: await redis.zcard(key), relation: 'estimate' }
}
