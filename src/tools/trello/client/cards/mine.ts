import type { ListInput } from '../../../../contract/operation.ts'
import type { Trello, TrelloCall } from '../connection.ts'
import { pageOf } from '../cursor.ts'
import { CARD_FIELDS, toCard } from '../mappers.ts'
import { boardId } from '../resolve-names.ts'

interface MyCardsInput extends ListInput {
  board?: string
  status: 'open' | 'archived' | 'all'
  due_before?: string
  due_after?: string
  due_complete?: boolean
}

/** Trello's names of the statuses. `visible` excludes cards of archived lists and boards. */
const FILTERS = { open: 'visible', archived: 'closed', all: 'all' } as const

/** Sorts cards without a due date last. */
const NO_DUE = 8_640_000_000_000_000

const dueOf = ({ due }: { due: string | null }): number => (due === null ? NO_DUE : Date.parse(due))

/** Returns one page of the cards of all boards that are assigned to the token's owner, the one that is due first. */
export async function listMyCards(
  trello: Trello,
  { board, status, due_before, due_after, due_complete, ...page }: MyCardsInput,
  call: TrelloCall
) {
  const board_id = board === undefined ? undefined : await boardId(trello, board, call)
  const rows = await trello.rows({ path: 'members/me/cards', query: { filter: FILTERS[status], fields: CARD_FIELDS } }, call)
  const cards = rows
    .map(toCard)
    .filter(
      card =>
        (board_id === undefined || card.board_id === board_id) &&
        (due_before === undefined || (card.due !== null && dueOf(card) < Date.parse(due_before))) &&
        (due_after === undefined || (card.due !== null && dueOf(card) >= Date.parse(due_after))) &&
        (due_complete === undefined || card.due_complete === due_complete)
    )
  return pageOf(cards, page, dueOf)
}
