import { randomBytes } from 'node:crypto'
import type { BulkItem } from '../contract/bulk.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { createIdTable, type IdTable } from './id-table.ts'
import { jobKey } from './keys.ts'
import { readEntry } from './ledger.ts'

/** Which items jobs have listed so far. The list in Redis is the truth; a worker makes its table from it, so that Redis holds no second copy. */
export interface ListedIds {
  /** The items of a page that the job has not listed yet, each once. `total`: how many it has listed. */
  fresh: (jobId: string, total: number, items: BulkItem[]) => Promise<BulkItem[]>
  /** After so many the job has listed these too, which were fresh: they need not be read back. */
  added: (jobId: string, total: number, items: BulkItem[]) => void
  /** The job lists no more. */
  drop: (jobId: string) => void
}

/** Tables kept at once. A job beyond them reads its list again at each turn. */
const MOST_TABLES = 4

/** A table that was of no use for so long is of a job that has ended, or that another worker lists. */
const IDLE_MS = 60_000

/** Entries read at a time. */
const STRIDE = 10_000

export function createListedIds(redis: RedisClient, idleMs = IDLE_MS): ListedIds {
  const tables = new Map<string, { table: IdTable; end: NodeJS.Timeout }>()

  function drop(jobId: string): void {
    clearTimeout(tables.get(jobId)?.end)
    tables.delete(jobId)
  }

  function tableOf(jobId: string): IdTable {
    const { table, end } = tables.get(jobId) ?? { table: createIdTable(), end: setTimeout(drop, idleMs, jobId).unref() }
    tables.delete(jobId) // the one used last stands last
    tables.set(jobId, { table, end: end.refresh() })
    const [oldest = ''] = tables.keys()
    if (tables.size > MOST_TABLES) drop(oldest)
    return table
  }

  return {
    async fresh(jobId, total, items) {
      if ((tables.get(jobId)?.table.size() ?? 0) > total) drop(jobId) // Redis came back without its last pages
      const table = tableOf(jobId)
      await catchUp(redis, jobId, table, total)
      const page = createIdTable()
      const fresh: BulkItem[] = []
      const doubtful: { id: string; places: readonly number[] }[] = []
      for (const item of items) {
        const sum = sumOf(item.id)
        if (page.find(sum).some(place => fresh[place]?.id === item.id)) continue
        page.add(sum)
        fresh.push(item)
        const places = table.find(sum)
        if (places.length > 0) doubtful.push({ id: item.id, places })
      }
      if (doubtful.length === 0) return fresh
      const listed = await Promise.all(doubtful.map(({ id, places }) => isAmong(redis, jobId, id, places)))
      const before = new Set(doubtful.filter((_id, at) => listed[at]).map(({ id }) => id))
      return fresh.filter(({ id }) => !before.has(id))
    },
    added(jobId, total, items) {
      const table = tables.get(jobId)?.table
      if (table?.size() === total) for (const { id } of items) table.add(sumOf(id))
    },
    drop
  }
}

/** Another worker may have listed further meanwhile: the list only ever grows. */
async function catchUp(redis: RedisClient, jobId: string, table: IdTable, total: number): Promise<void> {
  while (table.size() < total) {
    const from = table.size()
    const entries = await redis.lrange(jobKey(jobId, 'ids'), from, Math.min(total, from + STRIDE) - 1)
    if (entries.length === 0) throw new Error(`Job ${jobId} has listed ${total} items, and ${from} are there`)
    if (table.size() !== from) continue // another turn of the job, whose lock ran out, has added them meanwhile
    for (const entry of entries) table.add(sumOf(readEntry(entry).id))
  }
}

/** Ids with the same sum are rare, and looked at themselves. */
async function isAmong(redis: RedisClient, jobId: string, id: string, places: readonly number[]): Promise<boolean> {
  const entries = await Promise.all(places.map(place => redis.lindex(jobKey(jobId, 'ids'), place)))
  return entries.some(entry => entry !== null && readEntry(entry).id === id)
}

/** Where the sums begin: nobody outside can make ids that share one. */
const SEED = randomBytes(4).readUInt32LE()

/** FNV-1a, stirred at the end: some ten times as fast as a digest, and a hundred thousand ids are summed up twice. */
function sumOf(id: string): number {
  let sum = SEED
  for (let at = 0; at < id.length; at++) sum = Math.imul(sum ^ id.charCodeAt(at), 0x01000193)
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b)
  return (sum ^ (sum >>> 13)) >>> 0
}
