import { notFound, refuse } from './refusal.ts'
import type { Board, Card, State } from './state/model.ts'

const ID = /^[0-9a-f]{24}$/

/** Finds a resource by its ID. Refuses a malformed ID. */
export function findIn<T>(resources: ReadonlyMap<string, T>, id: string): T {
  if (!ID.test(id)) throw refuse(400, 'invalid id')
  const found = resources.get(id)
  if (!found) throw notFound()
  return found
}

/** Finds a card by its ID or short link. */
export const findCard = (state: State, id: string): Card => byShortLink(state.cards, id) ?? findIn(state.cards, id)

/** Finds a board by its ID or short link. */
export const findBoard = (state: State, id: string): Board => byShortLink(state.boards, id) ?? findIn(state.boards, id)

function byShortLink<T extends { shortLink: string }>(resources: ReadonlyMap<string, T>, link: string): T | undefined {
  return link.length === 8 ? [...resources.values()].find(({ shortLink }) => shortLink === link) : undefined
}
