import type { BigIntStats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { type EntriesWanted, type Entry, entriesOf } from './entries.ts'
import type { Pinned } from './pin.ts'
import type { Volume } from './volume.ts'

/** Pages kept for a volume; each holds as many entries as a walk asks for at a time. */
const MOST_KEPT = 4
/** A smaller directory is read as quickly as it is looked up. */
const WORTH_KEEPING = 1000
/** A change this soon after another may not show in the times of a directory. */
const SETTLED_NS = 50_000_000n

export interface Page {
  entries: Entry[]
  more: boolean
}

interface Kept extends Page {
  stats: BigIntStats
}

const pages = new WeakMap<Volume, Kept[]>()

/**
 * The first entries by name, as `entriesOf` reads them. A walk that goes on page by page comes back to the same directory again
 * and again: what was read of a large one is kept as long as the directory's own times say that nothing came or went.
 */
export async function pageOf(volume: Volume, directory: Pinned, wanted: EntriesWanted): Promise<Page> {
  const began = Date.now() // before the times are read: a change that follows must show in them
  const stats = await lstat(`${directory.at}/.`, { bigint: true })
  const others = (pages.get(volume) ?? []).filter(page => !isSame(page.stats, stats))
  const known = (pages.get(volume) ?? []).map(page => (isUnchanged(page.stats, stats) ? within(page, wanted) : undefined))
  const found = known.find(page => page !== undefined)
  if (found) return found
  const read = await entriesOf(directory, wanted)
  const settled = BigInt(began) * 1_000_000n - stats.ctimeNs > SETTLED_NS
  if (settled && read.entries.length >= WORTH_KEEPING) pages.set(volume, [{ ...read, stats }, ...others].slice(0, MOST_KEPT))
  return read
}

const isSame = (a: BigIntStats, b: BigIntStats): boolean => a.dev === b.dev && a.ino === b.ino

const isUnchanged = (a: BigIntStats, b: BigIntStats): boolean => isSame(a, b) && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs

/** The rest of a page from a name on; undefined where the page does not reach there. */
function within({ entries, more }: Page, { from, after }: EntriesWanted): Page | undefined {
  const name = from ?? after
  const [first, last] = [entries[0], entries.at(-1)]
  if (name === undefined || !first || !last || name < first.name || (after === undefined ? name > last.name : name >= last.name))
    return undefined
  return { entries: entries.slice(indexOf(entries, name, after !== undefined)), more }
}

/** Of the first entry from the name on, or behind it. */
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
