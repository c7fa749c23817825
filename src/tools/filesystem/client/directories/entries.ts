import type { BigIntStats } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { type Kind, kindOf, type OpenDirectory } from '../paths.ts'
import { isTemporary } from '../temporary-files.ts'
import type { Volume } from '../volume.ts'

export interface Entry {
  name: string
  kind: Kind
}

export interface Entries {
  /** Sorted by name. */
  entries: Entry[]
  /** Number of entries in the directory that `keep` accepts. */
  total: number
  /** Whether more entries follow these. */
  more: boolean
}

const byName = (a: Entry, b: Entry): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

export interface EntriesQuery {
  limit: number
  /** Only names after this one. */
  after?: string | undefined
  /** Only this name and the names after it. */
  from?: string | undefined
  keep?: (name: string) => boolean
  /** Only entries of this kind. */
  kind?: Kind
  /** Whether to include the gateway's temporary files. Default false. */
  temporary?: boolean
}

/** Returns the first entries by name. Reads a directory of any size without holding all its entries in memory. */
export async function readEntries(
  { at }: OpenDirectory,
  { after, from, limit: max, keep, kind, temporary = false }: EntriesQuery
): Promise<Entries> {
  let entries: Entry[] = []
  let total = 0
  let matching = 0
  for await (const entry of await opendir(at, { bufferSize: 1000 })) {
    if ((keep && !keep(entry.name)) || (!temporary && isTemporary(entry.name))) continue
    if (kind !== undefined && kindOf(entry) !== kind) continue
    total++
    if ((after !== undefined && entry.name <= after) || (from !== undefined && entry.name < from)) continue
    matching++
    entries.push({ name: entry.name, kind: kindOf(entry) })
    if (entries.length >= max * 4) entries = entries.sort(byName).slice(0, max)
  }
  return { entries: entries.sort(byName).slice(0, max), total, more: matching > max }
}

/** Pages cached per volume. Each holds one page of a walk. */
const MAX_CACHED_PAGES = 4
/** A smaller directory is read as fast as it is found in the cache. */
const MIN_CACHED_ENTRIES = 1000
/** Two changes in quick succession may leave the same times on a directory. */
const SETTLED_NS = 50_000_000n

export interface Page {
  entries: Entry[]
  more: boolean
}

interface CachedPage extends Page {
  stats: BigIntStats
}

const pages = new WeakMap<Volume, CachedPage[]>()

/**
 * Returns the first entries by name, like `readEntries`. A walk that continues page by page reads the same directory many times, so a
 * page of a large directory is cached until the directory's times show that an entry was added or removed.
 */
export async function readEntriesCached(volume: Volume, directory: OpenDirectory, query: EntriesQuery): Promise<Page> {
  const began = Date.now() // before the times are read, so that a later change shows in them
  const stats = await lstat(`${directory.at}/.`, { bigint: true })
  const others = (pages.get(volume) ?? []).filter(page => !isSame(page.stats, stats))
  const known = (pages.get(volume) ?? []).map(page => (isUnchanged(page.stats, stats) ? sliceFrom(page, query) : undefined))
  const found = known.find(page => page !== undefined)
  if (found) return found
  const read = await readEntries(directory, query)
  const settled = BigInt(began) * 1_000_000n - stats.ctimeNs > SETTLED_NS
  if (settled && read.entries.length >= MIN_CACHED_ENTRIES) pages.set(volume, [{ ...read, stats }, ...others].slice(0, MAX_CACHED_PAGES))
  return read
}

const isSame = (a: BigIntStats, b: BigIntStats): boolean => a.dev === b.dev && a.ino === b.ino

const isUnchanged = (a: BigIntStats, b: BigIntStats): boolean => isSame(a, b) && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs

/** Returns the part of a page that starts at a name, or undefined if the page does not reach that far. */
function sliceFrom({ entries, more }: Page, { from, after }: EntriesQuery): Page | undefined {
  const name = from ?? after
  const [first, last] = [entries[0], entries.at(-1)]
  if (name === undefined || !first || !last || name < first.name || (after === undefined ? name > last.name : name >= last.name))
    return undefined
  return { entries: entries.slice(indexOf(entries, name, after !== undefined)), more }
}

/** Returns the index of the first entry at or after a name. */
function indexOf(entries: Entry[], name: string, behind: boolean): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    const at = entries[middle]?.name ?? ''
    if (at < name || (behind && at === name)) low = middle + 1
    else high = middle
  }
  return low
}
