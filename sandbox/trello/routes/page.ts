import { numberIn, type Params, textIn } from '../params.ts'
import { type Card, having, type State } from '../state/model.ts'
import { CARD } from '../views/card.ts'
import { show } from '../views/show.ts'
import { wanted } from './filter.ts'

const MOST = 1000

/** The newest things that are elder than `before` and younger than `since`, both of which may be an id or a time. */
export function newest<T extends { id: string }>(things: T[], params: Params, otherwise = MOST): T[] {
  const limit = numberIn(params, 'limit', { most: MOST, otherwise })
  const [before, since] = [idOf(textIn(params, 'before')), idOf(textIn(params, 'since'))]
  return things
    .filter(({ id }) => (before === undefined || id < before) && (since === undefined || id > since))
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}

/** Cards in the order of the board: the page holds the newest ones, but not the newest first. */
export function pageOfCards(state: State, params: Params, fits: (card: Card) => boolean): unknown[] {
  const cards = newest(
    having(state.cards, card => fits(card) && wanted(params, card)),
    params
  )
  return cards
    .toSorted((a, b) => rank(state, a) - rank(state, b) || a.pos - b.pos)
    .map(card => show(CARD, card, state, textIn(params, 'fields')))
}

const rank = ({ lists }: State, { idList }: Card): number => lists.get(idList)?.pos ?? 0

function idOf(text: string | undefined): string | undefined {
  if (text === undefined || /^[0-9a-f]{24}$/.test(text)) return text
  return Math.floor(Date.parse(text) / 1000)
    .toString(16)
    .padStart(8, '0')
}
