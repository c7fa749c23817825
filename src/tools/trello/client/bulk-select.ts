import type { BulkBatch, BulkItem, BulkPosition, Json } from '../../../contract/bulk.ts'
import type { Total } from '../../../contract/schema.ts'
import { type Row, text } from '../../../lib/row.ts'
import { ifGone } from './bulk-each.ts'
import { type CardQuery, type CardSource, cardSource, fits } from './card-list.ts'
import { cardPath } from './card-path.ts'
import { isId } from './choose.ts'
import type { BulkTurn } from './connection.ts'
import { misnamed } from './failures.ts'
import { cardOf } from './shapes.ts'

/** Cards that the caller names are not selected. */
const NONE: CardSource = { path: '', filter: 'none' }

/** Trello answers no more cards at once than this. */
export const MOST_CARDS = 1000

/** What it takes to tell whether a card fits, and no more. */
const CONDITION_FIELDS = 'name,labels,idMembers,due,dueComplete'

/** Where the cards are, with every name made an id, and their board, where one is named. */
export async function selectCards(input: CardQuery, call: BulkTurn): Promise<{ query: CardSource; board_id: string | undefined }> {
  if (input.board === undefined && input.list === undefined) return { query: NONE, board_id: undefined }
  const { source, board_id } = await cardSource(call.client, input, call)
  return { query: { ...NONE, ...Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined)) }, board_id }
}

/** The board on which a name means something; none is needed for an id. */
export function boardFor(board_id: string | undefined, path: string, name: string): string {
  if (board_id !== undefined || isId(name)) return board_id ?? ''
  throw misnamed('board', `is needed where ${path} is a name`, [])
}

/** Trello tells no number of cards: those of one page are counted. */
export async function countCards(query: CardSource, call: BulkTurn): Promise<Total> {
  const rows = await rowsOf(query, { fields: CONDITION_FIELDS, limit: MOST_CARDS }, call)
  const value = rows.filter(row => fits(query, cardOf(row))).length
  return { value, relation: rows.length < MOST_CARDS ? 'eq' : 'gte' }
}

/** What a job keeps of a card beside its id and when it changed last, and which fields of the card tell that. */
export interface KeptOfCard {
  fields: string
  dataOf: (card: Row) => Json
}

/** One page of the board or list, the newest first, without what does not fit; the next begins before its oldest card. */
export async function nextCards(query: CardSource, { size, cursor }: BulkPosition, call: BulkTurn, kept?: KeptOfCard): Promise<BulkBatch> {
  const before = cursor === undefined ? {} : { before: cursor }
  const fields = [...new Set(`${CONDITION_FIELDS},dateLastActivity,${kept?.fields ?? 'name'}`.split(','))].join()
  const rows = await rowsOf(query, { fields, limit: size, ...before }, call)
  const cards = rows.map(row => ({ row, ...cardOf(row) })).toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const items = cards
    .filter(card => fits(query, card))
    .map(({ row, id, name, last_activity }) => ({ ...itemOf(id, name, last_activity), ...(kept && { data: kept.dataOf(row) }) }))
  return { items, next: rows.length < size ? undefined : cards.at(-1)?.id }
}

const itemOf = (id: string, name: string, changed: string | null): BulkItem => ({
  id,
  display_name: name || id,
  ...(changed !== null && { etag: changed })
})

/** What a job keeps of an item. */
export const MOST_BYTES = 2048
export const isKeepable = (data: Json): boolean => Buffer.byteLength(JSON.stringify(data)) <= MOST_BYTES

const rowsOf = ({ path, filter }: CardSource, query: { fields: string; limit: number; before?: string }, call: BulkTurn) =>
  call.client.rows({ path, query: { filter, ...query } }, call)

/** Titles of cards that the caller named. */
export const describeCards = async (items: BulkItem[], call: BulkTurn): Promise<BulkItem[]> =>
  await Promise.all(
    items.map(async item => (item.display_name === item.id ? { ...item, display_name: await titleOf(item.id, call) } : item))
  )

const titleOf = async (id: string, call: BulkTurn): Promise<string> =>
  await call.client
    .row({ path: cardPath(id), query: { fields: 'name' } }, call)
    .then(row => text(row, 'name') || id, ifGone(`${id} (not found)`))
