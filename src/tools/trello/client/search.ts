import type { Call } from '../../../contract/handed.ts'
import type { ListInput } from '../../../contract/operation.ts'
import { rows } from '../../../lib/row.ts'
import type { Trello } from './connection.ts'
import { cursorFor, placeIn } from './cursor.ts'
import { boardId } from './resolve.ts'
import { CARD_FIELDS, cardOf } from './shapes.ts'

type Turn = Pick<Call<unknown>, 'signal' | 'observe' | 'truncate'>

/** Trello's pages are numbered, so their size must stay the same whatever is asked for. */
const PAGE = 100
const LAST_PAGE = 100

export async function searchCards(
  trello: Trello,
  { query, board, prefix, limit, cursor }: ListInput & { query: string; board?: string; prefix: boolean },
  turn: Turn
) {
  const [offset = 0] = placeIn(cursor, 'number') ?? []
  const start = Number(offset)
  const page = Math.floor(start / PAGE)
  const idBoards = board === undefined ? 'mine' : await boardId(trello, board, turn)
  const asked = { query, idBoards, modelTypes: 'cards', partial: prefix, card_fields: CARD_FIELDS, cards_limit: PAGE, cards_page: page }
  const cards = rows(await trello.row({ path: 'search', query: asked }, turn), 'cards').map(cardOf)
  const items = cards.slice(start % PAGE, (start % PAGE) + limit)
  const end = start + items.length
  const more = items.length > 0 && (end < page * PAGE + cards.length || cards.length === PAGE)
  if (more && end >= (LAST_PAGE + 1) * PAGE) {
    turn.truncate({ reason: 'limit', omitted: null, hint: 'Trello searches no further: narrow the query.' })
    return { items, next_cursor: null, total: null }
  }
  const total = start === 0 && cards.length < PAGE ? { value: cards.length, relation: 'eq' as const } : null
  return { items, next_cursor: more ? cursorFor([end]) : null, total }
}
