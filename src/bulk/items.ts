import type { ItemOutcome, ItemsPage, JobItem } from '../contract/jobs.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { jobKey } from './keys.ts'
import { readEntry } from './ledger.ts'
import { type Meta, pendingOf } from './meta.ts'
import { isTerminal } from './states.ts'

/** Bytes of the status string looked through at a time. */
const BLOCK = 65_536

const OUTCOMES: Record<string, JobItem['outcome']> = { s: 'succeeded', k: 'skipped', f: 'failed', u: 'unknown', p: null, i: null }
const BYTES: Record<ItemOutcome, string> = { succeeded: 's', skipped: 'k', failed: 'f', unknown: 'u', not_attempted: 'p' }
const SUCCESS: Record<string, boolean> = { succeeded: true, skipped: true, failed: false, not_attempted: false }

/** A page of what became of each item. */
export async function readItems(
  redis: RedisClient,
  meta: Meta,
  { outcome, limit, cursor }: { outcome?: ItemOutcome; limit: number; cursor?: string }
): Promise<ItemsPage> {
  const from = cursor === undefined ? 0 : decodeCursor(cursor, indexIn)
  const total = outcome === undefined ? meta.total : countOf(meta, outcome)
  // Before its end, a job has no items that were not attempted: those are pending.
  const none = outcome === 'not_attempted' && !isTerminal(meta.status)
  const found = none
    ? []
    : await (outcome === undefined ? everyIndex(meta, from, limit + 1) : indexesOf(redis, meta, BYTES[outcome], from, limit + 1))
  const page = found.slice(0, limit)
  const after = found[limit]
  return {
    items: await readRows(redis, meta, page),
    next_cursor: after === undefined ? null : encodeCursor([after]),
    total: { value: none ? 0 : total, relation: 'eq' }
  }
}

const indexIn = (place: unknown): number | undefined =>
  Array.isArray(place) && Number.isSafeInteger(place[0]) && place[0] >= 0 ? place[0] : undefined

const countOf = (meta: Meta, outcome: ItemOutcome): number => (outcome === 'not_attempted' ? pendingOf(meta) : meta.counts[outcome])

function everyIndex({ total }: Meta, from: number, limit: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (_, at) => from + at)
}

/** The next items whose byte it is. */
async function indexesOf(redis: RedisClient, { id, total }: Meta, byte: string, from: number, limit: number): Promise<number[]> {
  const found: number[] = []
  for (let start = from; start < total && found.length < limit; start += BLOCK) {
    const part = await redis.getrange(jobKey(id, 'status'), start, start + BLOCK - 1)
    for (let at = part.indexOf(byte); at >= 0 && found.length < limit; at = part.indexOf(byte, at + 1)) found.push(start + at)
  }
  return found
}

async function readRows(redis: RedisClient, meta: Meta, indexes: number[]): Promise<JobItem[]> {
  const first = indexes[0]
  if (first === undefined) return []
  const [entries, bytes, rows] = await Promise.all([
    readEntries(redis, meta.id, indexes),
    Promise.all(indexes.map(index => redis.getrange(jobKey(meta.id, 'status'), index, index))),
    redis.hmget(jobKey(meta.id, 'results'), ...indexes.map(String))
  ])
  const over = isTerminal(meta.status)
  return indexes.map((index, at) => viewItem(index, readEntry(entries[at] ?? '').id, bytes[at] ?? 'p', rows[at] ?? null, over))
}

/** One range where they stand side by side; else each by itself, from the nearer end. */
function readEntries(redis: RedisClient, id: string, indexes: number[]): Promise<(string | null)[]> {
  const [first = 0, last = 0] = [indexes[0], indexes.at(-1)]
  const key = jobKey(id, 'ids')
  if (last - first + 1 === indexes.length) return redis.lrange(key, first, last)
  return Promise.all(indexes.map(index => redis.lindex(key, index)))
}

function viewItem(index: number, id: string, byte: string, row: string | null, over: boolean): JobItem {
  const kept: { error?: JobItem['error']; data?: unknown } = row === null ? {} : JSON.parse(row)
  const outcome = byte === 'p' && over ? 'not_attempted' : (OUTCOMES[byte] ?? null)
  return {
    index,
    item_id: id,
    display_name: id,
    outcome,
    success: outcome === null ? null : (SUCCESS[outcome] ?? null),
    error: kept.error ?? null,
    ...(kept.data !== undefined && { data: kept.data })
  }
}
