import type { Call } from '../../../../contract/call.ts'
import type { ListInput } from '../../../../contract/operation.ts'
import { encodeCursor } from '../../../../lib/cursor.ts'
import { rows } from '../../../../lib/row.ts'
import type { Trello } from '../connection.ts'
import { readCursor } from '../cursor.ts'
import { CARD_FIELDS, toCard } from '../mappers.ts'
import { boardId } from '../resolve-names.ts'

type SearchCall = Pick<Call<unknown>, 'signal' | 'observe' | 'truncate'>

/** Trello's search pages are numbered, so their size is fixed regardless of `limit`. */
const PAGE_SIZE = 100
const LAST_PAGE = 100

/** Returns one page of the cards that match a query, best match first. The cursor is an offset. */
export async function searchCards(
  trello: Trello,
  { query, board, prefix, limit, cursor }: ListInput & { query: string; board?: string; prefix: boolean },
  call: SearchCall
) {
  const [offset = 0] = readCursor(cursor, 'number') ?? []
  const start = Number(offset)
  const page = Math.floor(start / PAGE_SIZE)
  const idBoards = board === undefined ? 'mine' : await boardId(trello, board, call)
  const request = {
    query,
    idBoards,
    modelTypes: 'cards',
    partial: prefix,
    card_fields: CARD_FIELDS,
    cards_limit: PAGE_SIZE,
    cards_page: page
  }
  const cards = rows(await trello.row({ path: 'search', query: request, without_id: true }, call), 'cards').map(toCard)
  const items = cards.slice(start % PAGE_SIZE, (start % PAGE_SIZE) + limit)
  const end = start + items.length
  const more = items.length > 0 && (end < page * PAGE_SIZE + cards.length || cards.length === PAGE_SIZE)
  if (more && end >= (LAST_PAGE + 1) * PAGE_SIZE) {
    call.truncate({ reason: 'limit', omitted: null, next: null, hint: 'Trello returns no more results. Narrow the query.' })
    return { items, next_cursor: null, total: null }
  }
  const total = start === 0 && cards.length < PAGE_SIZE ? { value: cards.length, relation: 'eq' as const } : null
  return { items, next_cursor: more ? encodeCursor([end]) : null, total }
}
