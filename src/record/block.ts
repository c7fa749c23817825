import type { CallFilter } from '../contract/record.ts'
import { type Columns, columnsIn, type StoredRow } from './row.ts'

/**
 * Rows of calls that began in the same second, stored together: a database needs much longer for a row, its indexes and its signature than for one line
 * of a text. The beginning of a call has a block of its own, so that it can be hidden.
 */
export interface Block {
  /** Sequence number of its last row. */
  last: number
  /** The second in which its calls began. */
  slot: number
  /** A line for each row: its sequence number and columns, its body, and its digest, separated by tabs (see signedLine). */
  text: string
  /** Of the digests, the last row and the block before. */
  mac: Buffer
  /** ID of the call, if this is its beginning. */
  begun: string | null
}

/** Maximum rows of a block: a search of rare calls reads one block for each. */
export const MAX_ROWS = 512

const SLOT_MS = 1_000

export const slotOf = (at: number): number => Math.floor(at / SLOT_MS)

export const startOf = (slot: number): number => slot * SLOT_MS

/** Returns the time of a row within the second of its block: that of a row that was changed may be anything. */
export const timeIn = (slot: number, { at }: Columns): number => (at >= startOf(slot) ? Math.min(at, startOf(slot + 1) - 1) : startOf(slot))

/** Returns when a call began, by its ID, which begins with the time. Not a number for a text that is no ID. */
export const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** Returns the start of the IDs of calls that began at this time. */
export const idAt = (time: number): string => Math.max(time, 0).toString(16).padStart(12, '0').replace(/^.{8}/, '$&-')

/** Returns the text of a row (see rowText) with its sequence number: this is signed. */
export const numbered = (seq: number, text: string): string => `[${seq},${text.slice(1)}`

/** Returns a line of a block. `digest`: of the numbered text. */
export const signedLine = (text: string, digest: string): string => `${text}\t${digest}`

export interface Line {
  /** The numbered text. */
  text: string
  digest: string
}

export const linesOf = ({ text }: Pick<Block, 'text'>): Line[] => text.split('\n').map(lineOf)

function lineOf(line: string): Line {
  const end = line.lastIndexOf('\t')
  return { text: line.slice(0, end), digest: line.slice(end + 1) }
}

/** Returns the row of a numbered text; undefined if it was changed so much that it is none. */
export function rowIn(text: string): StoredRow | undefined {
  const end = text.indexOf('\t')
  const [seq, ...columns] = parsed(text.slice(0, end))
  return end > 0 && Number.isSafeInteger(seq) ? { seq, ...columnsIn(columns), body: text.slice(end + 1) } : undefined
}

function parsed(text: string) {
  try {
    const value = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** Yields the rows of a block; with a value, only those that have it in a column. It is searched for in the whole text, which costs less than to read each row. */
export function* rowsOf({ text }: Pick<Block, 'text'>, value?: string): Generator<StoredRow> {
  const searched = value === undefined ? '' : `,${JSON.stringify(value)}`
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf(searched, from)
    if (found < 0) return
    const [start, end] = [text.lastIndexOf('\n', found) + 1, text.indexOf('\n', found)]
    from = end < 0 ? text.length : end + 1
    const row = rowIn(lineOf(text.slice(start, from)).text)
    if (row) yield row
  }
}

/** The columns that a filter selects by. */
export type Selector = Exclude<keyof CallFilter, 'from' | 'to' | 'text'>

/**
 * The filters that an index has. The first one whose columns are all set selects the blocks to read; the principal comes first, so that a key reads few
 * rows of others.
 */
const INDEXES: readonly (readonly [Selector, ...Selector[]])[] = [
  ['principal', 'outcome'],
  ['principal'],
  ['reason'],
  ['operation'],
  ['outcome'],
  ['system']
]

type Selected = { readonly [Name in Selector]?: string | null | undefined }

/** Returns the terms that the index has for a row. */
export const termsOf = (row: Selected): string[] => INDEXES.filter(names => isIndexed(row, names)).map(names => termOf(row, names))

/** Returns the term by which the index finds the rows that a filter selects, and a value that each has; undefined without. */
export function termFor(filter: Selected): { term: string; value: string } | undefined {
  const names = INDEXES.find(names => isIndexed(filter, names))
  return names && { term: termOf(filter, names), value: String(filter[names[0]]) }
}

/** Most calls succeed, so the index has only the other outcomes. */
const isIndexed = (row: Selected, names: readonly Selector[]): boolean =>
  names.every(name => typeof row[name] === 'string' && (name !== 'outcome' || row[name] !== 'succeeded'))

const termOf = (row: Selected, names: readonly Selector[]): string => JSON.stringify(names.flatMap(name => [name, row[name]]))
