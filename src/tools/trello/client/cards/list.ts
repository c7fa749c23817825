import type { Call } from '../../../../contract/call.ts'
import { OperationError } from '../../../../contract/errors.ts'
import type { ListInput } from '../../../../contract/operation.ts'
import { encodeCursor } from '../../../../lib/cursor.ts'
import type { Card } from '../../schemas.ts'
import type { Trello } from '../connection.ts'
import { readCursor } from '../cursor.ts'
import { CARD_FIELDS, toCardWithText } from '../mappers.ts'
import { boardId, labelIds, memberIds, resolveList } from '../resolve-names.ts'

type CardListCall = Pick<Call<unknown>, 'signal' | 'observe' | 'outOfTime' | 'truncate'>

/** Filters of the cards of a board or list. A card must match all of them. */
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

/** The path of the cards and their filters, with names resolved to IDs. */
export type CardSource = {
  path: string
  filter: string
  label_id?: string | undefined
  member_id?: string | undefined
  due_before?: string | undefined
  due_after?: string | undefined
  due_complete?: boolean | undefined
  name_contains?: string | undefined
  /** Whether the board is closed. Only bulk jobs read it. */
  board_closed?: boolean | undefined
}

export interface FoundCard extends Card {
  description: string
}

/** Page size if filters will drop some of the cards. */
const FILTERED_PAGE = 250

/** Resolves the names in a query to IDs. */
export async function cardSource(
  trello: Trello,
  query: CardQuery,
  call: Pick<CardListCall, 'signal' | 'observe'>
): Promise<{ source: CardSource; board_id: string }> {
  const { board, list, status, label, member, ...rest } = query
  const { list_id, board_id } =
    list === undefined
      ? { list_id: undefined, board_id: await boardId(trello, board ?? '', call) }
      : await resolveList(trello, { list, board }, call)
  const [label_id] = label === undefined ? [] : await labelIds(trello, board_id, [{ path: 'label', name: label }], call)
  const [member_id] = member === undefined ? [] : await memberIds(trello, board_id, [{ path: 'member', name: member }], call)
  const path = list_id === undefined ? `boards/${board_id}/cards` : `lists/${list_id}/cards`
  // `visible` excludes open cards in archived lists, which the board does not show.
  const filter = { open: list_id === undefined ? 'visible' : 'open', archived: 'closed', all: 'all' }[status]
  return { source: { path, filter, label_id, member_id, ...rest }, board_id }
}

/**
 * Returns one page of cards, newest first. IDs begin with the creation time, and Trello returns the cards before an ID, so changes to the board neither
 * repeat nor skip cards.
 */
async function pageOfCards(
  trello: Trello,
  source: CardSource,
  { limit, cursor }: ListInput,
  call: CardListCall
): Promise<{ items: FoundCard[]; next: string | null }> {
  let [before] = readCursor(cursor, 'string') ?? []
  const size = isFiltered(source) ? FILTERED_PAGE : limit + 1
  const found: FoundCard[] = []
  for (;;) {
    const { path, filter } = source
    const rows = await trello.rows(
      { path, query: { filter, fields: `${CARD_FIELDS},desc`, limit: size, ...(before !== undefined && { before }) } },
      call
    )
    const cards = rows.map(toCardWithText).toSorted((a, b) => (a.id < b.id ? 1 : -1))
    const matching = cards.filter(card => matches(source, card))
    found.push(...matching.slice(0, limit - found.length + 1))
    const last = found.length > limit ? found.splice(limit) && found.at(-1) : undefined
    if (last) return { items: found, next: encodeCursor([last.id]) }
    const oldest = cards.at(-1)?.id
    if (oldest !== undefined && oldest === before) throw repeatedPage()
    before = oldest
    if (rows.length < size || before === undefined) return { items: found, next: null }
    if (call.outOfTime()) {
      call.truncate({ reason: 'timeout', omitted: null, next: 'next_cursor', hint: 'Pass next_cursor as cursor to continue.' })
      return { items: found, next: encodeCursor([before]) }
    }
  }
}

/** If Trello ignored `before`, paging would never end. */
const repeatedPage = (): OperationError =>
  new OperationError('server_error', 'Trello returned the same page of cards again, so the list cannot be continued.', {
    source: 'upstream',
    outcome: 'not_executed',
    suggestions: ['List the cards of a single list, or remove the filters.']
  })

export async function listCards(
  trello: Trello,
  { include_description, limit, cursor, ...query }: CardQuery & ListInput & { include_description: boolean },
  call: CardListCall
) {
  const { source } = await cardSource(trello, query, call)
  const { items, next } = await pageOfCards(trello, source, { limit, ...(cursor !== undefined && { cursor }) }, call)
  return {
    items: items.map(({ description, ...card }) => (include_description ? { ...card, description } : card)),
    next_cursor: next,
    // Trello returns no total, so it is known only if all cards are on the first page.
    total: cursor === undefined && next === null ? { value: items.length, relation: 'eq' as const } : null
  }
}

const isFiltered = ({ path: _path, filter: _filter, ...filters }: CardSource): boolean =>
  Object.values(filters).some(filter => filter !== undefined)

/** Returns whether a card matches the filters. */
export function matches({ label_id, member_id, due_before, due_after, due_complete, name_contains }: CardSource, card: Card): boolean {
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
