import type { ItemOutcome, JobItem } from '../../contract/job.ts'
import type { ItemsFilter, ItemsPage } from '../../contract/jobs.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { byteOf, ITEM_STATUSES, outcomeOf } from '../model/item-status.ts'
import { type Meta, pendingOf } from '../model/job-record.ts'
import { isTerminal } from '../model/states.ts'
import { SAMPLE_SIZE } from '../settings.ts'
import { invalidCursor } from './job-index.ts'
import { readEntry } from './job-store.ts'
import { jobKey } from './keys.ts'
import { expired } from './read-job.ts'
import { withRedisTimeout } from './redis-timeout.ts'

/** Bytes of the status string searched at a time. */
const BLOCK = 65_536

/** Returns a page of items with their outcomes. */
export async function readItems(redis: RedisClient, meta: Meta, { outcome, limit, cursor, offset = 0 }: ItemsFilter): Promise<ItemsPage> {
  const from = cursor === undefined ? await indexAt(redis, meta, outcome, offset) : indexIn(cursor)
  const { items, next } = await pageFrom(redis, meta, outcome, from, limit)
  const total = outcome === undefined ? meta.total : isNone(meta, outcome) ? 0 : countOf(meta, outcome)
  return { items, next_cursor: next === undefined ? null : encodeCursor([next]), total: { value: total, relation: 'eq' } }
}

/** Items per page when all items are read: rows have up to 2 KB each. */
const PAGE = 500

/** Yields all items page by page. Each page is read when it is requested. */
export async function* readPages(redis: RedisClient, meta: Meta, outcome: ItemOutcome | undefined): AsyncGenerator<JobItem[]> {
  let from: number | undefined = 0
  while (from !== undefined) {
    const at: number = from
    const { items, next }: Page = await withRedisTimeout(redis, () => pageFrom(redis, meta, outcome, at, PAGE))
    if (items.length > 0) yield items
    from = next
  }
}

interface Page {
  items: JobItem[]
  /** Index at which the next page begins; undefined after the last page. */
  next: number | undefined
}

async function pageFrom(redis: RedisClient, meta: Meta, outcome: ItemOutcome | undefined, from: number, limit: number): Promise<Page> {
  if (isNone(meta, outcome)) return { items: [], next: undefined }
  const found = await (outcome === undefined
    ? allItems(redis, meta, from, limit + 1)
    : itemsWithByte(redis, meta, byteOf(outcome), from, limit + 1))
  return { items: await readRows(redis, meta, found.slice(0, limit)), next: found[limit]?.index }
}

/** Until a job has ended, no item is not_attempted: such items are pending. */
const isNone = ({ status }: Meta, outcome: ItemOutcome | undefined): boolean => outcome === 'not_attempted' && !isTerminal(status)

function indexIn(cursor: string): number {
  const [index] = decodeCursor(cursor)
  if (typeof index === 'number' && Number.isSafeInteger(index) && index >= 0) return index
  throw invalidCursor()
}

/** Returns the index of the item after `offset` others that match. */
async function indexAt(redis: RedisClient, meta: Meta, outcome: ItemOutcome | undefined, offset: number): Promise<number> {
  if (outcome === undefined || offset === 0 || isNone(meta, outcome)) return offset
  const byte = byteOf(outcome)
  let left = offset
  for (let start = 0; start < meta.total; start += BLOCK) {
    const part = await statusBytes(redis, meta.id, start, Math.min(start + BLOCK, meta.total))
    for (let at = part.indexOf(byte); at >= 0; at = part.indexOf(byte, at + 1)) {
      if (left === 0) return start + at
      left -= 1
    }
  }
  return meta.total
}

const countOf = (meta: Meta, outcome: ItemOutcome): number => (outcome === 'not_attempted' ? pendingOf(meta) : meta.counts[outcome])

interface Found {
  index: number
  byte: string
}

async function allItems(redis: RedisClient, { id, total }: Meta, from: number, limit: number): Promise<Found[]> {
  const bytes = await statusBytes(redis, id, from, Math.min(from + limit, total))
  return Array.from(bytes, (byte, at) => ({ index: from + at, byte }))
}

async function itemsWithByte(redis: RedisClient, { id, total }: Meta, byte: string, from: number, limit: number): Promise<Found[]> {
  const found: Found[] = []
  for (let start = from; start < total && found.length < limit; start += BLOCK) {
    const part = await statusBytes(redis, id, start, Math.min(start + BLOCK, total))
    for (let at = part.indexOf(byte); at >= 0 && found.length < limit; at = part.indexOf(byte, at + 1))
      found.push({ index: start + at, byte })
  }
  return found
}

async function statusBytes(redis: RedisClient, id: string, from: number, to: number): Promise<string> {
  if (from >= to) return ''
  const bytes = await redis.getrange(jobKey(id, 'status'), from, to - 1)
  if (bytes === '') throw expired(`The items of job ${id} are no longer stored.`)
  return bytes
}

async function readRows(redis: RedisClient, meta: Meta, found: Found[]): Promise<JobItem[]> {
  if (found.length === 0) return []
  const indexes = found.map(({ index }) => index)
  const [entries, rows, names] = await Promise.all([
    readEntries(redis, meta.id, indexes),
    redis.hmget(jobKey(meta.id, 'results'), ...indexes.map(String)),
    indexes.some(index => index < SAMPLE_SIZE) ? namesOf(redis, meta.id) : new Map<string, string>()
  ])
  const over = isTerminal(meta.status)
  return found.map(({ index, byte }, at) => {
    const { id } = readEntry(entries.get(index) ?? '')
    return viewItem({ index, item_id: id, display_name: names.get(id) ?? id }, byte, rows[at] ?? null, over)
  })
}

/** Returns the names of the preview's sample by item ID. A job stores no other names: for a million items they would need more space than the rest. */
export async function namesOf(redis: RedisClient, id: string): Promise<Map<string, string>> {
  const rows = await redis.lrange(jobKey(id, 'preview'), 0, -1)
  return new Map(rows.map(text => JSON.parse(text)).map(({ item_id, display_name }) => [item_id, display_name]))
}

/** Items this close to each other are read as one range: Redis finds a range as slowly as a single item. */
const NEAR = 64

async function readEntries(redis: RedisClient, id: string, indexes: number[]): Promise<Map<number, string>> {
  const runs: { first: number; last: number }[] = []
  for (const index of indexes) {
    const run = runs.at(-1)
    if (run && index - run.last <= NEAR) run.last = index
    else runs.push({ first: index, last: index })
  }
  const ranges = await Promise.all(runs.map(({ first, last }) => redis.lrange(jobKey(id, 'ids'), first, last)))
  return new Map(runs.flatMap(({ first }, at) => (ranges[at] ?? []).map((entry, offset): [number, string] => [first + offset, entry])))
}

type Named = Pick<JobItem, 'index' | 'item_id' | 'display_name'>

function viewItem(item: Named, byte: string, row: string | null, over: boolean): JobItem {
  const outcome = outcomeOf(byte, over)
  // The row may have been written after the byte was read.
  const stored: { error?: JobItem['error']; data?: unknown } = row === null || outcome === null ? {} : JSON.parse(row)
  return {
    ...item,
    outcome,
    success: outcome === 'not_attempted' ? false : outcome === null ? null : ITEM_STATUSES[outcome].success,
    error: stored.error ?? null,
    ...(stored.data !== undefined && { data: stored.data })
  }
}
