import type { ItemOutcome, ItemsPage, JobItem } from '../contract/jobs.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { jobKey } from './keys.ts'
import { readEntry } from './ledger.ts'
import { type Meta, pendingOf } from './meta.ts'
import { reach } from './reach.ts'
import { expired } from './read-job.ts'
import { SAMPLE_SIZE } from './settings.ts'
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
  const { items, next } = await pageFrom(redis, meta, outcome, from, limit)
  const total = outcome === undefined ? meta.total : isNone(meta, outcome) ? 0 : countOf(meta, outcome)
  return { items, next_cursor: next === undefined ? null : encodeCursor([next]), total: { value: total, relation: 'eq' } }
}

/** Items of a page of all of them: rows of up to 2 KB each. */
const PAGE = 500

/** All pages, each read when it is asked for. */
export async function* readPages(redis: RedisClient, meta: Meta, outcome: ItemOutcome | undefined): AsyncGenerator<JobItem[]> {
  let from: number | undefined = 0
  while (from !== undefined) {
    const at: number = from
    const { items, next }: Page = await reach(redis, () => pageFrom(redis, meta, outcome, at, PAGE))
    if (items.length > 0) yield items
    from = next
  }
}

interface Page {
  items: JobItem[]
  /** Where to go on; undefined after the last. */
  next: number | undefined
}

async function pageFrom(redis: RedisClient, meta: Meta, outcome: ItemOutcome | undefined, from: number, limit: number): Promise<Page> {
  if (isNone(meta, outcome)) return { items: [], next: undefined }
  const found = await (outcome === undefined
    ? everyOne(redis, meta, from, limit + 1)
    : ofByte(redis, meta, BYTES[outcome], from, limit + 1))
  return { items: await readRows(redis, meta, found.slice(0, limit)), next: found[limit]?.index }
}

/** Before its end, a job has no items that were not attempted: those are pending. */
const isNone = ({ status }: Meta, outcome: ItemOutcome | undefined): boolean => outcome === 'not_attempted' && !isTerminal(status)

const indexIn = (place: unknown): number | undefined =>
  Array.isArray(place) && Number.isSafeInteger(place[0]) && place[0] >= 0 ? place[0] : undefined

const countOf = (meta: Meta, outcome: ItemOutcome): number => (outcome === 'not_attempted' ? pendingOf(meta) : meta.counts[outcome])

interface Found {
  index: number
  byte: string
}

async function everyOne(redis: RedisClient, { id, total }: Meta, from: number, limit: number): Promise<Found[]> {
  const bytes = await statusFrom(redis, id, from, Math.min(from + limit, total))
  return Array.from(bytes, (byte, at) => ({ index: from + at, byte }))
}

/** The next items whose byte it is. */
async function ofByte(redis: RedisClient, { id, total }: Meta, byte: string, from: number, limit: number): Promise<Found[]> {
  const found: Found[] = []
  for (let start = from; start < total && found.length < limit; start += BLOCK) {
    const part = await statusFrom(redis, id, start, Math.min(start + BLOCK, total))
    for (let at = part.indexOf(byte); at >= 0 && found.length < limit; at = part.indexOf(byte, at + 1))
      found.push({ index: start + at, byte })
  }
  return found
}

async function statusFrom(redis: RedisClient, id: string, from: number, to: number): Promise<string> {
  if (from >= to) return ''
  const bytes = await redis.getrange(jobKey(id, 'status'), from, to - 1)
  if (bytes === '') throw expired(`The items of job ${id} are no longer kept.`)
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

/** Names that the preview showed, by id. A job keeps no other: for a million items they would be larger than all the rest. */
export async function namesOf(redis: RedisClient, id: string): Promise<Map<string, string>> {
  const rows = await redis.lrange(jobKey(id, 'preview'), 0, -1)
  return new Map(rows.map(text => JSON.parse(text)).map(({ item_id, display_name }) => [item_id, display_name]))
}

/** Items so near each other are read in one range: a range is found as slowly as a single item, which Redis walks to from the nearer end. */
const NEAR = 64

async function readEntries(redis: RedisClient, id: string, indexes: number[]): Promise<Map<number, string>> {
  const runs: { first: number; last: number }[] = []
  for (const index of indexes) {
    const run = runs.at(-1)
    if (run && index - run.last <= NEAR) run.last = index
    else runs.push({ first: index, last: index })
  }
  const ranges = await Promise.all(runs.map(({ first, last }) => redis.lrange(jobKey(id, 'ids'), first, last)))
  return new Map(runs.flatMap(({ first }, at) => (ranges[at] ?? []).map((entry, place): [number, string] => [first + place, entry])))
}

type Named = Pick<JobItem, 'index' | 'item_id' | 'display_name'>

function viewItem(item: Named, byte: string, row: string | null, over: boolean): JobItem {
  const outcome = byte === 'p' && over ? 'not_attempted' : (OUTCOMES[byte] ?? null)
  // A row may have come since the byte was read.
  const kept: { error?: JobItem['error']; data?: unknown } = row === null || outcome === null ? {} : JSON.parse(row)
  return {
    ...item,
    outcome,
    success: outcome === null ? null : (SUCCESS[outcome] ?? null),
    error: kept.error ?? null,
    ...(kept.data !== undefined && { data: kept.data })
  }
}
