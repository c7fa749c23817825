import { notFound, refuse } from './refusal.ts'
import type { Board, Card, State } from './state/model.ts'

const ID = /^[0-9a-f]{24}$/

/** A thing by its id. What cannot be an id is refused as such. */
export function findIn<T>(things: ReadonlyMap<string, T>, id: string): T {
  if (!ID.test(id)) throw refuse(400, 'invalid id')
  const found = things.get(id)
  if (!found) throw notFound()
  return found
}

/** Cards and boards are also known by their short links. */
export const findCard = (state: State, id: string): Card => byShortLink(state.cards, id) ?? findIn(state.cards, id)

export const findBoard = (state: State, id: string): Board => byShortLink(state.boards, id) ?? findIn(state.boards, id)

function byShortLink<T extends { shortLink: string }>(things: ReadonlyMap<string, T>, link: string): T | undefined {
  return link.length === 8 ? [...things.values()].find(({ shortLink }) => shortLink === link) : undefined
}
