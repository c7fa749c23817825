import type { CallFilter } from '../../contract/record.ts'
import { type Block, rowsOf, type Selector, slotOf, startOf, termFor, timeIn, timeOf } from '../block.ts'
import type { StoredRow } from '../row.ts'
import { blockOf, type RecordDatabase, type Session } from './database.ts'

/** A page of calls to find, newest first. `after`: the last one of the page before, as time and sequence number. */
export interface Search {
  filter: CallFilter
  limit: number
  after?: readonly [at: number, seq: number] | undefined
}

export interface Found {
  rows: StoredRow[]
  /** Where the next page continues; undefined on the last one. */
  next?: readonly [at: number, seq: number]
}

/** Maximum rows that one page checks, and characters that it reads, so that a filter that matches little takes a bounded time. */
export const MAX_CHECKED = 10_000
export const MAX_READ = 16_777_216

/** A row, and its time within the second of its block. */
interface Checked {
  row: StoredRow
  at: number
}

/** The rows that the index selects, of calls that began in the same second, newest first. */
interface Second {
  slot: number
  checked: Checked[]
  /** Of the blocks that had to be read. */
  characters: number
}

type Reading = Pick<Session, 'all'>

/**
 * Yields the rows that a filter has to check, and the seconds with none. `checkpoint`: sequence number up to which rows are deleted. What is still there, or
 * was added there, is never verified, so it is not shown.
 */
export async function* seconds(
  session: Reading,
  { filter, after }: Pick<Search, 'filter' | 'after'>,
  checkpoint: number
): AsyncGenerator<Second> {
  const selected = termFor(filter)
  const isSelected = isWithin({ filter, after })
  let second: Second | undefined
  for await (const block of blocksOf(session, { filter, after }, checkpoint)) {
    if (second && second.slot !== block.slot) yield sorted(second)
    if (second?.slot !== block.slot) second = { slot: block.slot, checked: [], characters: 0 }
    second.characters += block.text.length
    for (const row of rowsOf(block, selected?.value)) {
      const at = timeIn(block.slot, row)
      if (isSelected(row, at)) second.checked.push({ row, at })
    }
  }
  if (second) yield sorted(second)
}

function sorted(second: Second): Second {
  second.checked.sort((a, b) => b.at - a.at || b.row.seq - a.row.seq)
  return second
}

/** Blocks that are read at once, at first and later. */
const FIRST_BLOCKS = 2
const MAX_BLOCKS = 64

async function* blocksOf({ all }: Reading, { filter, after }: Pick<Search, 'filter' | 'after'>, checkpoint: number): AsyncGenerator<Block> {
  const selected = termFor(filter)
  const from = filter.from === undefined ? 0 : slotOf(Date.parse(filter.from))
  const to = Math.min(filter.to === undefined ? MAX_SLOT : slotOf(Date.parse(filter.to)), after ? slotOf(after[0]) : MAX_SLOT)
  const source = selected ? 'terms as listed join blocks on blocks.last = listed.last' : 'blocks as listed'
  const [isTerm, values] = selected ? ['listed.term = ? and', [selected.term]] : ['', []]
  const shown = selected ? 'blocks.shown = 1' : 'listed.shown = 1'
  // The sign prevents the database from using the sequence number as the index.
  const select = `select ${selected ? 'blocks' : 'listed'}.* from ${source} where ${isTerm} listed.slot >= ? and (listed.slot, listed.last) < (?, ?)
    and ${shown} and +listed.last > ? order by listed.slot desc, listed.last desc limit ?`
  let before: [slot: number, last: number] = [to + 1, 0]
  for (let count = FIRST_BLOCKS; ; count = Math.min(MAX_BLOCKS, 4 * count)) {
    const blocks = (await all(select, ...values, from, ...before, checkpoint, count)).map(blockOf)
    yield* blocks
    const end = blocks.at(-1)
    if (!end || blocks.length < count) return
    before = [end.slot, end.last]
  }
}

const MAX_SLOT = slotOf(8_640_000_000_000_000)

function isWithin({ filter: { from, to }, after }: Pick<Search, 'filter' | 'after'>): (row: StoredRow, at: number) => boolean {
  const start = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from)
  const end = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to)
  const [afterAt, afterSeq] = after ?? [Number.POSITIVE_INFINITY, 0]
  return ({ seq }, at) => at >= start && at < end && (at < afterAt || (at === afterAt && seq < afterSeq))
}

const SELECTORS: readonly Selector[] = ['principal', 'reason', 'operation', 'outcome', 'system']

/** Returns whether a row is what the filter asks for, except for its time. */
export function matcher(filter: CallFilter): (row: StoredRow) => boolean {
  const names = SELECTORS.filter(name => filter[name] !== undefined)
  const words = asciiLower(filter.text ?? '')
    .split(/\s+/)
    .filter(word => word !== '')
  return row => {
    if (!names.every(name => row[name] === filter[name])) return false
    if (words.length === 0) return true
    const text = asciiLower(`${row.operation} ${row.principal} ${row.id} ${row.body}`)
    return words.every(word => text.includes(word))
  }
}

/** Uppercase letters of ASCII are like lowercase ones. */
const asciiLower = (text: string): string =>
  /[^\0-\x7f]/.test(text) ? text.replace(/[A-Z]+/g, letters => letters.toLowerCase()) : text.toLowerCase()

export const search = (database: RecordDatabase, { filter, limit, after }: Search, checkpoint: number): Promise<Found> =>
  database.reading(async session => {
    const isMatch = matcher(filter)
    const rows: Checked[] = []
    let [checked, read] = [0, 0]
    for await (const { slot, checked: candidates, characters } of seconds(session, { filter, after }, checkpoint)) {
      for (const candidate of candidates) {
        if (isMatch(candidate.row)) rows.push(candidate)
        const last = rows[limit - 1]
        if (rows.length > limit && last) return { rows: rows.slice(0, limit).map(({ row }) => row), next: [last.at, last.row.seq] }
      }
      checked += candidates.length
      read += characters
      if (checked >= MAX_CHECKED || read >= MAX_READ) return { rows: rows.map(({ row }) => row), next: [startOf(slot), 0] }
    }
    return { rows: rows.map(({ row }) => row) }
  })

/** Returns the row of a call: that of its end, if it has one. */
export const find = (database: RecordDatabase, id: string, checkpoint: number): Promise<StoredRow | undefined> =>
  database.reading(async ({ all }) => {
    const slot = slotOf(timeOf(id))
    if (Number.isNaN(slot)) return undefined
    const blocks = (await all('select * from blocks where slot = ? and +last > ?', slot, checkpoint)).map(blockOf)
    const rows = blocks.flatMap(block => [...rowsOf(block, id)]).filter(row => row.id === id && row.kind !== 'gap')
    return rows.find(({ kind }) => kind === 'ended') ?? rows[0]
  })

/** Returns the encrypted body of a call, while it is kept. */
export const bodyOf = (database: RecordDatabase, id: string): Promise<string | undefined> =>
  database.reading(async ({ all }) => {
    const sealed = (await all('select sealed from bodies where id = ?', id))[0]?.['sealed']
    return typeof sealed === 'string' ? sealed : undefined
  })
