import { randomBytes } from 'node:crypto'
import type { BulkItem } from '../../contract/bulk.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { readEntry } from './job-store.ts'
import { jobKey } from './keys.ts'

/**
 * The items that jobs have listed so far. The list in Redis is authoritative; a worker builds its table from it, so Redis stores no second
 * copy.
 */
export interface ListedIds {
  /** Returns the items of a page that the job has not listed yet, each once. `total`: how many it has listed. */
  newItems: (jobId: string, total: number, items: BulkItem[]) => Promise<BulkItem[]>
  /** Adds items that the job has listed after its first `total`, so that they need not be read back. */
  add: (jobId: string, total: number, items: BulkItem[]) => void
  /** The job lists no more. */
  drop: (jobId: string) => void
}

/** Maximum number of tables. A job beyond them reads its list again in each turn. */
const MAX_TABLES = 4

/** A table that was not used for this long belongs to a job that has ended, or that another worker lists. */
const IDLE_MS = 60_000

/** Entries read at a time. */
const PAGE = 10_000

export function createListedIds(redis: RedisClient, idleMs = IDLE_MS): ListedIds {
  const tables = new Map<string, { table: HashTable; timer: NodeJS.Timeout }>()

  function drop(jobId: string): void {
    clearTimeout(tables.get(jobId)?.timer)
    tables.delete(jobId)
  }

  function tableOf(jobId: string): HashTable {
    const { table, timer } = tables.get(jobId) ?? { table: createHashTable(), timer: setTimeout(drop, idleMs, jobId).unref() }
    tables.delete(jobId) // moves it to the end: the first is the least recently used
    tables.set(jobId, { table, timer: timer.refresh() })
    const [oldest = ''] = tables.keys()
    if (tables.size > MAX_TABLES) drop(oldest)
    return table
  }

  return {
    async newItems(jobId, total, items) {
      if ((tables.get(jobId)?.table.size() ?? 0) > total) drop(jobId) // Redis lost the last pages
      const table = tableOf(jobId)
      await catchUp(redis, jobId, table, total)
      const page = createHashTable()
      const found: BulkItem[] = []
      const candidates: { id: string; indexes: readonly number[] }[] = []
      for (const item of items) {
        const hash = hashOf(item.id)
        if (page.find(hash).some(index => found[index]?.id === item.id)) continue
        page.add(hash)
        found.push(item)
        const indexes = table.find(hash)
        if (indexes.length > 0) candidates.push({ id: item.id, indexes })
      }
      if (candidates.length === 0) return found
      const isListed = await Promise.all(candidates.map(({ id, indexes }) => isAmong(redis, jobId, id, indexes)))
      const listed = new Set(candidates.filter((_candidate, at) => isListed[at]).map(({ id }) => id))
      return found.filter(({ id }) => !listed.has(id))
    },
    add(jobId, total, items) {
      const table = tables.get(jobId)?.table
      if (table?.size() === total) for (const { id } of items) table.add(hashOf(id))
    },
    drop
  }
}

/** Another worker may have listed more: the list only grows. */
async function catchUp(redis: RedisClient, jobId: string, table: HashTable, total: number): Promise<void> {
  while (table.size() < total) {
    const from = table.size()
    const entries = await redis.lrange(jobKey(jobId, 'ids'), from, Math.min(total, from + PAGE) - 1)
    if (entries.length === 0) throw new Error(`Job ${jobId} has listed ${total} items, but only ${from} are stored`)
    if (table.size() !== from) continue // another turn of the job, whose lock expired, has added them
    for (const entry of entries) table.add(hashOf(readEntry(entry).id))
  }
}

/** IDs with the same hash are rare, so they are compared. */
async function isAmong(redis: RedisClient, jobId: string, id: string, indexes: readonly number[]): Promise<boolean> {
  const entries = await Promise.all(indexes.map(index => redis.lindex(jobKey(jobId, 'ids'), index)))
  return entries.some(entry => entry !== null && readEntry(entry).id === id)
}

/** Random, so that no one outside can craft IDs that share a hash. */
const SEED = randomBytes(4).readUInt32LE()

/** FNV-1a with a final mix: about ten times as fast as a digest, and each of a hundred thousand IDs is hashed twice. */
function hashOf(id: string): number {
  let hash = SEED
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Finds indexes of a list by a 32-bit hash of the entry, in 8 bytes per slot. */
interface HashTable {
  size: () => number
  /** Adds the next index of the list. */
  add: (hash: number) => void
  /** Returns the indexes of entries with this hash. */
  find: (hash: number) => readonly number[]
}

const FIRST_SLOTS = 1_024
const NONE: readonly number[] = []

/** Open addressing. A slot with position 0 is free, so positions count from 1. */
export function createHashTable(): HashTable {
  let slots = emptySlots(FIRST_SLOTS)
  let size = 0

  function insert(hash: number, position: number): void {
    const { hashes, positions } = slots
    let at = hash % positions.length
    while (positions[at] !== 0) at = (at + 1) % positions.length
    hashes[at] = hash
    positions[at] = position
  }

  function grow(): void {
    const { hashes, positions } = slots
    slots = emptySlots(2 * positions.length)
    for (const [at, position] of positions.entries()) if (position !== 0) insert(hashes[at] ?? 0, position)
  }

  return {
    size: () => size,
    add(hash) {
      if (size >= 0.7 * slots.positions.length) grow()
      size += 1
      insert(hash, size)
    },
    find(hash) {
      const { hashes, positions } = slots
      let found = NONE
      for (let at = hash % positions.length; positions[at] !== 0; at = (at + 1) % positions.length) {
        if (hashes[at] === hash) found = [...found, (positions[at] ?? 0) - 1]
      }
      return found
    }
  }
}

const emptySlots = (count: number) => ({ hashes: new Uint32Array(count), positions: new Uint32Array(count) })
