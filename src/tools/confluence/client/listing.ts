import type { Pagination } from '../../../contract/call.ts'
import type { ListInput } from '../../../contract/operation.ts'
import type { Total } from '../../../contract/schema.ts'
import { decodeCursor, encodeCursor, queryDigest } from '../../../lib/cursor.ts'
import { invalidField } from '../../../lib/invalid-field.ts'
import { below, integerOrNull, type Row, rowOf, textOrNull } from '../../../lib/row.ts'
import { rowsOf } from './shapes-v1.ts'

/** Start of a list: a cursor, or a number of items to skip. */
export interface Paging extends ListInput {
  start?: number
}

/** Position in a list: the vendor's cursor or an offset, and how many items came before. */
export interface Position {
  cursor?: string
  start: number
}

export interface Listed<Item> {
  items: Item[]
  next_cursor: string | null
  total: Total | null
}

/** One page of a vendor's list. */
export interface VendorPage {
  rows: Row[]
  /** Position of the next page; undefined at the end. */
  next: Position | undefined
  total: number | null
}

/** Maximum offset that is reached by paging. */
const MAX_OFFSET = 1000

const cursorOf = ({ cursor, start }: Position, query: unknown): string => encodeCursor([cursor ?? null, start, queryDigest(query)])

function decodePosition(cursor: string, query: unknown): Position {
  const [vendor, start, mark] = decodeCursor(cursor)
  if ((typeof vendor !== 'string' && vendor !== null) || typeof start !== 'number' || !Number.isSafeInteger(start) || start < 0)
    throw invalidField('cursor', 'was not created by this operation', 'next_cursor of the previous page')
  if (mark !== queryDigest(query))
    throw invalidField('cursor', 'belongs to another list', 'the same input as for the previous page, except limit')
  return vendor === null ? { start } : { cursor: vendor, start }
}

/** A page of a list as it is cached, with its position as Confluence counts. */
export interface ListPage<Item> {
  listed: Listed<Item>
  pagination: Pagination
}

/** Returns a page of a list, and reports its position in the metadata. */
export function report<T extends ListPage<unknown>>(
  { listed, pagination }: T,
  { respond }: { respond: (response: { pagination: Pagination }) => void }
): T['listed'] {
  respond({ pagination })
  return listed
}

/**
 * Reads one page of a list. `query`: everything the list depends on; a cursor is valid only for the same one. `ask` fetches a page from
 * the vendor. An offset in a list with cursors is reached by paging.
 */
export async function list<Item>(
  { limit, cursor, start = 0 }: Paging,
  query: unknown,
  fetchPage: (position: Position, limit: number) => Promise<VendorPage>,
  read: (row: Row) => Item | undefined
): Promise<ListPage<Item>> {
  const position = cursor === undefined ? await positionAt(start, fetchPage) : decodePosition(cursor, query)
  const page: VendorPage = position ? await fetchPage(position, limit) : { rows: [], next: undefined, total: null }
  const begun = position?.start ?? start
  const next = page.next && { ...page.next, start: begun + page.rows.length }
  const items = page.rows.map(read).filter(item => item !== undefined)
  // The vendor's total would reveal how many items were filtered out.
  const total = items.length < page.rows.length ? null : totalOf(page, begun, next !== undefined)
  return {
    listed: { items, next_cursor: next ? cursorOf(next, query) : null, total },
    pagination: { start: begun, limit, size: items.length, total_size: total?.relation === 'eq' ? total.value : null }
  }
}

/** The vendor's count, or the exact count at the end of the list; otherwise a lower bound. */
function totalOf({ rows, total }: VendorPage, begun: number, goesOn: boolean): Total | null {
  if (total !== null) return { value: total, relation: 'eq' }
  // An offset beyond the end does not show where the list ends.
  if (rows.length === 0 && begun > 0) return null
  const seen = begun + rows.length
  return goesOn ? { value: seen, relation: 'gte' } : { value: seen, relation: 'eq' }
}

/** Returns the position at an offset; undefined beyond the end. */
async function positionAt(
  start: number,
  fetchPage: (position: Position, limit: number) => Promise<VendorPage>
): Promise<Position | undefined> {
  let position: Position | undefined = { start }
  if (start === 0) return position
  const first = await fetchPage({ start: 0 }, 1)
  if (first.next === undefined) return first.rows.length > start ? position : undefined
  if (first.next.cursor === undefined) return position
  if (start > MAX_OFFSET)
    throw invalidField(
      'start',
      `is over ${MAX_OFFSET}, but this Confluence supports only cursors`,
      `at most ${MAX_OFFSET}; then continue with next_cursor`
    )
  position = { ...first.next, start: 1 }
  while (position && position.start < start) {
    const page: VendorPage = await fetchPage(position, Math.min(100, start - position.start))
    position = page.next && { ...page.next, start: position.start + page.rows.length }
  }
  return position
}

/** Reads a page of either version of the API: its rows and the linked position of the next page. */
export function vendorPage(body: unknown, { start }: Position): VendorPage {
  const row = rowOf(body)
  const found = rowsOf(body)
  const link = textOrNull(below(row, '_links'), 'next')
  const parameters = new URLSearchParams(link?.split('?')[1])
  const cursor = parameters.get('cursor')
  const next = link === null ? undefined : cursor === null ? { start: start + found.length } : { cursor, start: start + found.length }
  return {
    rows: found,
    next: found.length === 0 && cursor === null ? undefined : next,
    total: integerOrNull(row, 'totalSize') ?? integerOrNull(row, 'totalCount')
  }
}

/** The query parameters of a position. */
export const positionQuery = ({ cursor, start }: Position): { cursor?: string; start?: number } =>
  cursor === undefined ? (start > 0 ? { start } : {}) : { cursor }
