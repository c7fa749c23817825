import { numberIn, type Params, textIn } from '../params.ts'
import { type Card, having, type State } from '../state/model.ts'
import { CARD } from '../views/card.ts'
import { show } from '../views/show.ts'
import { matchesFilter } from './filter.ts'

const MAX_LIMIT = 1000

/** Returns the newest resources that are older than `before` and newer than `since`. Both may be an ID or a time. */
export function newest<T extends { id: string }>(resources: T[], params: Params, defaultLimit = MAX_LIMIT): T[] {
  const limit = numberIn(params, 'limit', { max: MAX_LIMIT, default: defaultLimit })
  const [before, since] = [idOf(textIn(params, 'before')), idOf(textIn(params, 'since'))]
  return resources
    .filter(({ id }) => (before === undefined || id < before) && (since === undefined || id > since))
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}

/** Returns the newest cards, sorted like on the board rather than by age. */
export function pageOfCards(state: State, params: Params, matches: (card: Card) => boolean): unknown[] {
  const cards = newest(
    having(state.cards, card => matches(card) && matchesFilter(params, card)),
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
