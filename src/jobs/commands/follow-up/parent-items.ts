import type { BulkBatch, BulkItem, BulkPosition, Json, UndoItem } from '../../../contract/bulk.ts'
import type { FollowUp } from '../../../contract/job.ts'
import type { RedisClient } from '../../../lib/redis/connect.ts'
import type { Row } from '../../model/item-result.ts'
import { ITEM_STATUSES } from '../../model/item-status.ts'
import { readEntry } from '../../store/job-store.ts'
import { jobKey } from '../../store/keys.ts'
import { expired } from '../../store/read-job.ts'

/** Data of an item of an undo or reconcile job: what the parent stored of it, and what the job needs for its own work. */
export interface InheritedData {
  /** Index of the item in the parent. */
  at: number
  data?: Json
  before?: Json
  /** The step that made it unknown. */
  mark?: string
}

/** Reads it back. The items of such a job have no other data. */
export const inheritedOf = ({ data }: BulkItem): Partial<InheritedData> =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? data : {}

/** Returns the item as the action knows it, with its image before the change. */
export function originalItem(item: BulkItem): UndoItem {
  const { data: _, ...rest } = item
  const { data, before } = inheritedOf(item)
  return { ...rest, ...(data !== undefined && { data }), ...(before !== undefined && { before }) }
}

/** Returns the item as the preview shows it: without what only the job itself needs. */
export function previewItem(item: BulkItem): BulkItem {
  const { data: _, ...rest } = item
  const { data, before } = inheritedOf(item)
  const shown = { ...(data !== undefined && { data }), ...(before !== undefined && { before }) }
  return { ...rest, ...(Object.keys(shown).length > 0 && { data: shown }) }
}

/** Bytes of the status string searched at a time. */
const BLOCK = 65_536

export interface Source {
  redis: RedisClient
  parent: string
  how: FollowUp
  /** Statuses of the wanted items. */
  bytes: string
  warn: (message: string) => void
}

/** Returns a page of the items of a parent that have a wanted status. It reads a window of the snapshot, so each page is equally cheap. */
export async function parentItems(source: Source, { size, cursor }: Pick<BulkPosition, 'size' | 'cursor'>): Promise<BulkBatch> {
  const { redis, parent, bytes } = source
  const total = await redis.strlen(jobKey(parent, 'status'))
  if (total === 0) throw expired(`The items of job ${parent}, which this job was created from, are no longer stored.`)
  const first = await firstWanted(redis, parent, bytes, Number(cursor ?? 0), total)
  if (first === undefined) return { items: [] }
  const last = Math.min(first + size, total) - 1
  const window = await redis.getrange(jobKey(parent, 'status'), first, last)
  const offsets = [...window].flatMap((byte, at) => (bytes.includes(byte) ? [at] : []))
  const items = await itemsAt(source, first, window, offsets)
  return { items, next: last + 1 < total ? String(last + 1) : undefined }
}

async function firstWanted(redis: RedisClient, parent: string, bytes: string, from: number, total: number): Promise<number | undefined> {
  const wanted = new RegExp(`[${bytes}]`)
  for (let start = from; start < total; start += BLOCK) {
    const found = (await redis.getrange(jobKey(parent, 'status'), start, start + BLOCK - 1)).search(wanted)
    if (found >= 0) return start + found
  }
  return undefined
}

async function itemsAt({ redis, parent, how, warn }: Source, first: number, window: string, offsets: number[]): Promise<BulkItem[]> {
  const last = first + window.length - 1
  const indexes = offsets.map(at => String(first + at))
  const [entries, data, rows] = await Promise.all([
    redis.lrange(jobKey(parent, 'ids'), first, last),
    redis.lrange(jobKey(parent, 'data'), first, last),
    redis.hmget(jobKey(parent, 'results'), ...indexes)
  ])
  return offsets.flatMap((at, n) => {
    const row: Row = rows[n] ? JSON.parse(rows[n]) : {}
    const { id, etag } = readEntry(entries[at] ?? '')
    const item = { id, display_name: id, ...(etag !== undefined && { etag }) }
    if (how === 'retry') return [{ ...item, ...dataIn(data[at]), ...(mayBeDone(window[at], row) && { again: true, ...imageIn(row) }) }]
    if (how === 'undo' && row.before_left_out) {
      warn('Some items are omitted: their state before the change was too large to store, so they cannot be undone.')
      return []
    }
    const { before, mark } = row
    const inherited: InheritedData = {
      at: first + at,
      ...dataIn(data[at]),
      ...(before !== undefined && { before }),
      ...(mark !== undefined && { mark })
    }
    return [{ ...item, data: { ...inherited } }]
  })
}

const imageIn = ({ before }: Row): { before?: Json } => (before === undefined ? {} : { before })

/** Whether a call of the parent, or of the job before it, may have done the item. */
const mayBeDone = (byte: string | undefined, { again, maybe_done }: Row): boolean =>
  byte === ITEM_STATUSES.unknown.byte || (byte === ITEM_STATUSES.pending.byte && (again ?? maybe_done ?? false))

const dataIn = (data: string | undefined): { data?: Json } => (data ? { data: JSON.parse(data) } : {})
