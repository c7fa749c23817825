import { OperationError } from '../../../contract/errors.ts'
import type { Call } from '../../../contract/handed.ts'
import type { ListInput } from '../../../contract/operation.ts'
import type { Card } from '../schemas.ts'
import type { Trello } from './connection.ts'
import { cursorFor, placeIn } from './cursor.ts'
import { boardId, labelIds, listPlace, memberIds } from './resolve.ts'
import { CARD_FIELDS, cardWithText } from './shapes.ts'

type Turn = Pick<Call<unknown>, 'signal' | 'observe' | 'outOfTime' | 'truncate'>

/** Which cards: those of a board or a list that all of these fit. */
export interface CardQuery {
  board?: string
  list?: string
  status: 'open' | 'archived' | 'all'
  label?: string
  member?: string
  due_before?: string
  due_after?: string
  due_complete?: boolean
  name_contains?: string
}

/** Where the cards are, and which of them are meant, with every name made an id. */
export type CardSource = {
  path: string
  filter: string
  label_id?: string | undefined
  member_id?: string | undefined
  due_before?: string | undefined
  due_after?: string | undefined
  due_complete?: boolean | undefined
  name_contains?: string | undefined
}

export interface FoundCard extends Card {
  description: string
}

/** Cards are asked for in pages of this many where some of them will not fit. */
const FILTERED_PAGE = 250

export async function cardSource(
  trello: Trello,
  query: CardQuery,
  turn: Pick<Turn, 'signal' | 'observe'>
): Promise<{ source: CardSource; board_id: string }> {
  const { board, list, status, label, member, ...rest } = query
  const place =
    list === undefined
      ? { list_id: undefined, board_id: await boardId(trello, board ?? '', turn) }
      : await listPlace(trello, { list, board }, turn)
  const { list_id, board_id } = place
  const [label_id] = label === undefined ? [] : await labelIds(trello, board_id, [{ path: 'label', name: label }], turn)
  const [member_id] = member === undefined ? [] : await memberIds(trello, board_id, [{ path: 'member', name: member }], turn)
  const path = list_id === undefined ? `boards/${board_id}/cards` : `lists/${list_id}/cards`
  // The open cards of a board that nobody sees are those in archived lists.
  const filter = { open: list_id === undefined ? 'visible' : 'open', archived: 'closed', all: 'all' }[status]
  return { source: { path, filter, label_id, member_id, ...rest }, board_id }
}

/**
 * One page, the newest cards first: an id begins with the time of its making, and Trello answers those before an id. So nothing is listed
 * twice or missed when cards change, move or come.
 */
export async function pageOfCards(
  trello: Trello,
  source: CardSource,
  { limit, cursor }: ListInput,
  turn: Turn
): Promise<{ items: FoundCard[]; next: string | null }> {
  let [before] = placeIn(cursor, 'string') ?? []
  const size = isFiltered(source) ? FILTERED_PAGE : limit + 1
  const found: FoundCard[] = []
  for (;;) {
    const { path, filter } = source
    const rows = await trello.rows(
      { path, query: { filter, fields: `${CARD_FIELDS},desc`, limit: size, ...(before !== undefined && { before }) } },
      turn
    )
    const cards = rows.map(cardWithText).toSorted((a, b) => (a.id < b.id ? 1 : -1))
    const fitting = cards.filter(card => fits(source, card))
    found.push(...fitting.slice(0, limit - found.length + 1))
    const last = found.length > limit ? found.splice(limit) && found.at(-1) : undefined
    if (last) return { items: found, next: cursorFor([last.id]) }
    const oldest = cards.at(-1)?.id
    if (oldest !== undefined && oldest === before) throw sameAgain()
    before = oldest
    if (rows.length < size || before === undefined) return { items: found, next: null }
    if (turn.outOfTime()) {
      turn.truncate({ reason: 'timeout', omitted: null, hint: 'Go on with next_cursor as cursor.' })
      return { items: found, next: cursorFor([before]) }
    }
  }
}

/** A list that ignores `before` would be paged for ever. */
const sameAgain = (): OperationError =>
  new OperationError('server_error', 'Trello answers the same page of cards again: there is no going on from here.', {
    source: 'upstream',
    outcome: 'not_executed',
    suggestions: ['Ask for a single list, or without conditions.']
  })

export async function listCards(
  trello: Trello,
  { include_description, limit, cursor, ...query }: CardQuery & ListInput & { include_description: boolean },
  turn: Turn
) {
  const { source } = await cardSource(trello, query, turn)
  const { items, next } = await pageOfCards(trello, source, { limit, ...(cursor !== undefined && { cursor }) }, turn)
  return {
    items: items.map(({ description, ...card }) => (include_description ? { ...card, description } : card)),
    next_cursor: next,
    // Trello tells no number of cards: it is known only where all are on the first page.
    total: cursor === undefined && next === null ? { value: items.length, relation: 'eq' as const } : null
  }
}

const isFiltered = ({ path: _path, filter: _filter, ...conditions }: CardSource): boolean =>
  Object.values(conditions).some(condition => condition !== undefined)

export function fits({ label_id, member_id, due_before, due_after, due_complete, name_contains }: CardSource, card: Card): boolean {
  const due = card.due === null ? undefined : Date.parse(card.due)
  return (
    (label_id === undefined || card.labels.some(({ id }) => id === label_id)) &&
    (member_id === undefined || card.member_ids.includes(member_id)) &&
    (due_before === undefined || (due !== undefined && due < Date.parse(due_before))) &&
    (due_after === undefined || (due !== undefined && due >= Date.parse(due_after))) &&
    (due_complete === undefined || card.due_complete === due_complete) &&
    (name_contains === undefined || card.name.toLowerCase().includes(name_contains.toLowerCase()))
  )
}
