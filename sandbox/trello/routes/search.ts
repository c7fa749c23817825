import type { FastifyInstance } from 'fastify'
import { findBoard } from '../find.ts'
import { flagIn, listIn, numberIn, paramsOf, requiredIn, textIn } from '../params.ts'
import { type Card, having, type State } from '../state/model.ts'
import { CARD } from '../views/card.ts'
import { show } from '../views/show.ts'

/** Searches names and descriptions of cards. Changes are found after a delay, and no total is returned. */
export function searchRoutes(app: FastifyInstance, state: State, lag_ms: number): void {
  app.get('/search', async request => {
    const params = paramsOf(request)
    const query = requiredIn(params, 'query')
    const limit = numberIn(params, 'cards_limit', { max: 1000, default: 10 })
    const page = numberIn(params, 'cards_page', { max: 100, default: 0 })
    const boards = listIn(params, 'idBoards')
      ?.filter(id => id !== 'mine')
      .map(id => findBoard(state, id).id)
    const matches = matcherOf(query, flagIn(params, 'partial') ?? false)
    const indexed = new Date(Date.now() - lag_ms).toISOString()
    const found = having(
      state.cards,
      card => card.dateLastActivity <= indexed && (!boards || boards.length === 0 || boards.includes(card.idBoard)) && matches(card)
    )
    const cards = found.toSorted((a, b) => (a.dateLastActivity < b.dateLastActivity ? 1 : -1)).slice(page * limit, (page + 1) * limit)
    return {
      options: { terms: [{ text: query }], modifiers: [], modelTypes: ['cards'], partial: flagIn(params, 'partial') ?? false },
      cards: cards.map(card => show(CARD, card, state, textIn(params, 'card_fields')))
    }
  })
}

/** Every term must match a whole word, or the beginning of a word if the search is partial. `is:` is the only supported operator. */
function matcherOf(query: string, partial: boolean): (card: Card) => boolean {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean)
  return card => {
    const words = `${card.name} ${card.desc}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    return terms.every(term => {
      if (term === 'is:open') return !card.closed
      if (term === 'is:archived') return card.closed
      return words.some(word => (partial ? word.startsWith(term) : word === term))
    })
  }
}
