import type { Pagination } from '../../../contract/handed.ts'
import type { ListInput } from '../../../contract/operation.ts'
import type { Total } from '../../../contract/schema.ts'
import { cursorOfParts, digest, partsOfCursor } from '../../../lib/cursor.ts'
import { misgiven } from '../../../lib/misgiven.ts'
import { below, integerOrNull, type Row, rowOf, rows, textOrNull } from '../../../lib/row.ts'

/** Where a list is asked to begin: a page further by cursor, or so many items in by start. */
export interface Paging extends ListInput {
  start?: number
}

/** Where a list goes on: the vendor's cursor, or a number of items; and how many came before. */
export interface Place {
  cursor?: string
  start: number
}

export interface Listed<Item> {
  items: Item[]
  next_cursor: string | null
  total: Total | null
}

/** One page as the vendor answers it. */
export interface VendorPage {
  rows: Row[]
  /** What it links to as the next page; undefined at the end. */
  next: Place | undefined
  total: number | null
}

/** The seed's bound of a walk. */
const FURTHEST = 1000

const cursorOf = ({ cursor, start }: Place, question: unknown): string => cursorOfParts([cursor ?? null, start, digest(question)])

function placeOf(cursor: string, question: unknown): Place {
  const [vendor, start, mark] = partsOfCursor(cursor)
  if ((typeof vendor !== 'string' && vendor !== null) || typeof start !== 'number' || !Number.isSafeInteger(start) || start < 0)
    throw misgiven('cursor', 'was not made by this operation', 'next_cursor of the page before')
  if (mark !== digest(question)) throw misgiven('cursor', 'belongs to another list', 'the input that made it, unchanged but for limit')
  return vendor === null ? { start } : { cursor: vendor, start }
}

/** What is kept of a page of a list: beside it, where it is as Confluence counts. */
export interface Told<Item> {
  listed: Listed<Item>
  pagination: Pagination
}

/** Answers a page of a list, and tells where it is. */
export function tell<T extends Told<unknown>>(
  { listed, pagination }: T,
  { respond }: { respond: (answer: { pagination: Pagination }) => void }
): T['listed'] {
  respond({ pagination })
  return listed
}

/**
 * One page of a list. `question` is all that the list depends on: a cursor holds for nothing else. `ask` fetches a page of the vendor's; one
 * that knows cursors only is walked to a start.
 */
export async function list<Item>(
  { limit, cursor, start = 0 }: Paging,
  question: unknown,
  ask: (place: Place, limit: number) => Promise<VendorPage>,
  read: (row: Row) => Item | undefined
): Promise<Told<Item>> {
  const place = cursor === undefined ? await walked(start, ask) : placeOf(cursor, question)
  const page: VendorPage = place ? await ask(place, limit) : { rows: [], next: undefined, total: null }
  const begun = place?.start ?? start
  const next = page.next && { ...page.next, start: begun + page.rows.length }
  const items = page.rows.map(read).filter(item => item !== undefined)
  // A count of more than is shown would tell of what is not to be seen.
  const total = items.length < page.rows.length ? null : totalOf(page, begun, next !== undefined)
  return {
    listed: { items, next_cursor: next ? cursorOf(next, question) : null, total },
    pagination: { start: begun, limit, size: items.length, total_size: total?.relation === 'eq' ? total.value : null }
  }
}

/** Counted by the vendor, or by the end of the list; else at least so many. */
function totalOf({ rows, total }: VendorPage, begun: number, goesOn: boolean): Total | null {
  if (total !== null) return { value: total, relation: 'eq' }
  // A start beyond the end says nothing of where that is.
  if (rows.length === 0 && begun > 0) return null
  const seen = begun + rows.length
  return goesOn ? { value: seen, relation: 'gte' } : { value: seen, relation: 'eq' }
}

/** The place of a start; undefined beyond the end. */
async function walked(start: number, ask: (place: Place, limit: number) => Promise<VendorPage>): Promise<Place | undefined> {
  let place: Place | undefined = { start }
  if (start === 0) return place
  const first = await ask({ start: 0 }, 1)
  if (first.next === undefined) return first.rows.length > start ? place : undefined
  if (first.next.cursor === undefined) return place
  if (start > FURTHEST)
    throw misgiven(
      'start',
      `is over ${FURTHEST}, and this Confluence counts by cursors only`,
      `at most ${FURTHEST}; go on with next_cursor`
    )
  place = { ...first.next, start: 1 }
  while (place && place.start < start) {
    const page: VendorPage = await ask(place, Math.min(100, start - place.start))
    place = page.next && { ...page.next, start: place.start + page.rows.length }
  }
  return place
}

/** A page of either interface: its rows, and the cursor or the start that it links to. */
export function vendorPage(body: unknown, { start }: Place): VendorPage {
  const row = rowOf(body)
  const found = rows(row, 'results')
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

/** What is sent of a place. */
export const placeQuery = ({ cursor, start }: Place): { cursor?: string; start?: number } =>
  cursor === undefined ? (start > 0 ? { start } : {}) : { cursor }
