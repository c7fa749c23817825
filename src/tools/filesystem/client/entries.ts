import { opendir } from 'node:fs/promises'
import { type Kind, kindOf } from './open.ts'
import type { Pinned } from './pin.ts'

export interface Entry {
  name: string
  kind: Kind
}

export interface Entries {
  /** In the order of their names. */
  entries: Entry[]
  /** How many there are in all, of those that `keep` lets through. */
  total: number
  /** Whether there are others behind these. */
  more: boolean
}

const byName = (a: Entry, b: Entry): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

export interface EntriesWanted {
  most: number
  /** Only names behind this one. */
  after?: string | undefined
  /** Only this name and those behind it. */
  from?: string | undefined
  keep?: (name: string) => boolean
}

/** The first entries by name. A directory of millions is read through, but never held. */
export async function entriesOf({ at }: Pinned, { after, from, most, keep }: EntriesWanted): Promise<Entries> {
  let entries: Entry[] = []
  let total = 0
  let behind = 0
  for await (const entry of await opendir(at, { bufferSize: 1000 })) {
    if (keep && !keep(entry.name)) continue
    total++
    if ((after !== undefined && entry.name <= after) || (from !== undefined && entry.name < from)) continue
    behind++
    entries.push({ name: entry.name, kind: kindOf(entry) })
    if (entries.length >= most * 4) entries = entries.sort(byName).slice(0, most)
  }
  return { entries: entries.sort(byName).slice(0, most), total, more: behind > most }
}
