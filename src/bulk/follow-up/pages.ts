import type { BulkBatch, BulkItem, BulkPosition, Json } from '../../contract/bulk.ts'
import type { FollowUp } from '../../contract/jobs.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { jobKey } from '../keys.ts'
import { readEntry } from '../ledger.ts'
import { expired } from '../read-job.ts'
import type { Row } from '../result.ts'
import type { Inherited } from './inherited.ts'

/** Bytes of the status string looked through at a time. */
const BLOCK = 65_536

export interface Source {
  redis: RedisClient
  parent: string
  how: FollowUp
  bytes: string
  warn: (message: string) => void
}

/** Items of a parent whose byte is wanted, page by page: a window of its snapshot at a time, so that a page is cheap wherever it stands. */
export async function pageOf(source: Source, { size, cursor }: Pick<BulkPosition, 'size' | 'cursor'>): Promise<BulkBatch> {
  const { redis, parent, bytes } = source
  const total = await redis.strlen(jobKey(parent, 'status'))
  if (total === 0) throw expired(`The items of job ${parent}, which this one was made from, are no longer kept.`)
  const first = await firstOf(redis, parent, bytes, Number(cursor ?? 0), total)
  if (first === undefined) return { items: [] }
  const last = Math.min(first + size, total) - 1
  const window = await redis.getrange(jobKey(parent, 'status'), first, last)
  const places = [...window].flatMap((byte, at) => (bytes.includes(byte) ? [at] : []))
  const items = await itemsAt(source, first, window, places)
  return { items, next: last + 1 < total ? String(last + 1) : undefined }
}

async function firstOf(redis: RedisClient, parent: string, bytes: string, from: number, total: number): Promise<number | undefined> {
  const wanted = new RegExp(`[${bytes}]`)
  for (let start = from; start < total; start += BLOCK) {
    const found = (await redis.getrange(jobKey(parent, 'status'), start, start + BLOCK - 1)).search(wanted)
    if (found >= 0) return start + found
  }
  return undefined
}

async function itemsAt({ redis, parent, how, warn }: Source, first: number, window: string, places: number[]): Promise<BulkItem[]> {
  const last = first + window.length - 1
  const indexes = places.map(at => String(first + at))
  const [entries, data, rows] = await Promise.all([
    redis.lrange(jobKey(parent, 'ids'), first, last),
    redis.lrange(jobKey(parent, 'data'), first, last),
    redis.hmget(jobKey(parent, 'results'), ...indexes)
  ])
  return places.flatMap((at, n) => {
    const row: Row = rows[n] ? JSON.parse(rows[n]) : {}
    const { id, etag } = readEntry(entries[at] ?? '')
    const item = { id, display_name: id, ...(etag !== undefined && { etag }) }
    if (how === 'retry') return [{ ...item, ...had(data[at]), ...(mayBeDone(window[at], row) && { again: true }) }]
    if (row.before_left_out) {
      warn('Some items are left out: what they were before was too large to keep, so they cannot be taken back.')
      return []
    }
    const { before, mark } = row
    const kept: Inherited = {
      at: first + at,
      ...had(data[at]),
      ...(before !== undefined && { before }),
      ...(mark !== undefined && { mark })
    }
    return [{ ...item, data: { ...kept } }]
  })
}

/** By a call of the parent, or of the one before it. */
const mayBeDone = (byte: string | undefined, { again, maybe_done }: Row): boolean =>
  byte === 'u' || (byte === 'p' && (again ?? maybe_done ?? false))

const had = (data: string | undefined): { data?: Json } => (data ? { data: JSON.parse(data) } : {})
