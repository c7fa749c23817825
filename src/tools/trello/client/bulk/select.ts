import { type BulkBatch, type BulkItem, type BulkPosition, type Json, mayFail, willFail } from '../../../../contract/bulk.ts'
import { ifInvisible } from '../../../../contract/each-item.ts'
import type { Total } from '../../../../contract/schema.ts'
import { flag, type Row, text } from '../../../../lib/row.ts'
import { type CardQuery, type CardSource, cardSource, matches } from '../cards/list.ts'
import type { TrelloBulkCall } from '../connection.ts'
import { toCard } from '../mappers.ts'
import { cardPath } from './card-path.ts'

/** No selection: the caller gave IDs. */
const NONE: CardSource = { path: '', filter: 'none' }

/** Maximum number of cards that Trello returns at once. */
export const MAX_CARDS = 1000

/** The fields that the filters need. */
const FILTER_FIELDS = 'name,labels,idMembers,due,dueComplete'

/** Returns the query of a job with names resolved to IDs, and the ID of the board if one is given. */
export async function selectCards(input: CardQuery, call: TrelloBulkCall): Promise<{ query: CardSource; board_id: string | undefined }> {
  if (input.board === undefined && input.list === undefined) return { query: NONE, board_id: undefined }
  const { source, board_id } = await cardSource(call.client, input, call)
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined))
  return { query: { ...NONE, ...given, ...((await isClosed(board_id, call)) && { board_closed: true }) }, board_id }
}

/** Returns whether a board is closed. Trello does not document which changes to the cards of a closed board it refuses. */
export const isClosed = async (board_id: string, call: TrelloBulkCall): Promise<boolean> =>
  flag(await call.client.row({ path: `boards/${board_id}`, query: { fields: 'closed' } }, call), 'closed')

export const BOARD_CLOSED = 'the board is closed'

/** Counts the cards on one page, since Trello returns no total. */
export async function countCards(query: CardSource, call: TrelloBulkCall): Promise<Total> {
  const rows = await rowsOf(query, { fields: FILTER_FIELDS, limit: MAX_CARDS }, call)
  const value = rows.filter(row => matches(query, toCard(row))).length
  return { value, relation: rows.length < MAX_CARDS ? 'eq' : 'gte' }
}

/** Data that a job stores for a card besides its ID and the time of its last change, and the fields needed for it. */
export interface StoredOfCard {
  fields: string
  dataOf: (card: Row) => Json
  /** Returns the outcome that the current state of the card implies. */
  foresee: (card: Row) => Pick<BulkItem, 'foreseen'>
}

/** Returns one page of the selected cards, newest first. The next page begins before its oldest card. */
export async function nextCards(
  query: CardSource,
  { size, cursor }: BulkPosition,
  call: TrelloBulkCall,
  stored?: StoredOfCard
): Promise<BulkBatch> {
  const before = cursor === undefined ? {} : { before: cursor }
  const fields = [...new Set(`${FILTER_FIELDS},dateLastActivity,${stored?.fields ?? 'name'}`.split(','))].join()
  const rows = await rowsOf(query, { fields, limit: size, ...before }, call)
  const cards = rows.map(row => ({ row, ...toCard(row) })).toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const items = cards
    .filter(card => matches(query, card))
    .map(({ row, id, name, last_activity }) => ({
      ...toItem(id, name, last_activity),
      ...(query.board_closed && mayFail(BOARD_CLOSED)),
      ...(stored && { data: stored.dataOf(row), ...stored.foresee(row) })
    }))
  return { items, next: rows.length < size ? undefined : cards.at(-1)?.id }
}

const toItem = (id: string, name: string, changed: string | null): BulkItem => ({
  id,
  display_name: name || id,
  ...(changed !== null && { etag: changed })
})

/** Maximum size of the data that a job stores per item. */
export const MAX_BYTES = 2048
export const isStorable = (data: Json): boolean => Buffer.byteLength(JSON.stringify(data)) <= MAX_BYTES

const rowsOf = ({ path, filter }: CardSource, query: { fields: string; limit: number; before?: string }, call: TrelloBulkCall) =>
  call.client.rows({ path, query: { filter, ...query } }, call)

/** How to describe cards that were selected by ID. */
export interface Description {
  /** Fields that the expected outcome needs, besides the name. */
  fields?: string
  foresee?: (card: Row) => Pick<BulkItem, 'foreseen'>
  /** The outcome of a card that does not exist. */
  ifNotFound?: Pick<BulkItem, 'foreseen'>
}

/** Adds titles and expected outcomes to cards that were selected by ID. */
export const addTitles = async (items: BulkItem[], call: TrelloBulkCall, description: Description = {}): Promise<BulkItem[]> =>
  await Promise.all(
    items.map(async item => (item.display_name === item.id ? { ...item, ...(await describeCard(item.id, call, description)) } : item))
  )

const describeCard = async (
  id: string,
  call: TrelloBulkCall,
  { fields, foresee, ifNotFound = willFail('no such card, or not visible to this token') }: Description
): Promise<Pick<BulkItem, 'display_name' | 'foreseen'>> =>
  await call.client
    .row({ path: cardPath(id), query: { fields: fields === undefined ? 'name' : `name,${fields}` } }, call)
    .then(
      row => ({ display_name: text(row, 'name') || id, ...foresee?.(row) }),
      ifInvisible({ display_name: `${id} (not found)`, ...ifNotFound })
    )
