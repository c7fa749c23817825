import type { FastifyInstance } from 'fastify'
import { findBoard, findCard, findIn } from '../find.ts'
import { flagIn, paramsOf, textIn } from '../params.ts'
import { type Card, having, type State } from '../state/model.ts'
import { BOARD, LIST, MEMBER } from '../views/board.ts'
import { CARD, checklistsOf } from '../views/card.ts'
import { ATTACHMENT, CHECKLIST } from '../views/detail.ts'
import { show } from '../views/show.ts'
import { createCard } from './create-card.ts'
import { pageOfCards } from './page.ts'
import { updateCard } from './update-card.ts'
import { watch } from './watch.ts'

type ById = { Params: { id: string } }

export function cardRoutes(app: FastifyInstance, state: State): void {
  app.get<ById>('/boards/:id/cards', async request => cardsOfBoard(state, request.params.id, paramsOf(request)))

  app.get<{ Params: { id: string; filter: string } }>('/boards/:id/cards/:filter', async request =>
    cardsOfBoard(state, request.params.id, { ...paramsOf(request), filter: request.params.filter })
  )

  app.get<ById>('/cards/:id', async request => {
    const params = paramsOf(request)
    const card = findCard(state, request.params.id)
    return { ...show(CARD, card, state, textIn(params, 'fields')), ...nested(state, card, params) }
  })

  app.post('/cards', async request => {
    const card = createCard(state, paramsOf(request))
    return { ...show(CARD, card, state), attachments: card.attachments, stickers: [], limits: {} }
  })

  app.put<ById>('/cards/:id', async request => {
    const card = findCard(state, request.params.id)
    updateCard(state, card, paramsOf(request))
    watch(state, card.id, flagIn(paramsOf(request), 'subscribed'))
    return show(CARD, card, state)
  })

  app.delete<ById>('/cards/:id', async request => {
    const card = findCard(state, request.params.id)
    for (const { id } of checklistsOf(state, card)) state.checklists.delete(id)
    for (const { id } of having(state.actions, ({ idCard }) => idCard === card.id)) state.actions.delete(id)
    state.cards.delete(card.id)
    return { limits: {} }
  })
}

function cardsOfBoard(state: State, board: string, params: ReturnType<typeof paramsOf>): unknown[] {
  const { id } = findBoard(state, board)
  return pageOfCards(state, params, card => card.idBoard === id && (params['filter'] !== 'visible' || isShown(state, card)))
}

const isShown = ({ lists }: State, { idList }: Card): boolean => lists.get(idList)?.closed === false

/** Returns the nested resources that the request includes. */
function nested(state: State, card: Card, params: ReturnType<typeof paramsOf>): Record<string, unknown> {
  const includes = (name: string): boolean => !['undefined', 'false', 'none'].includes(String(params[name]))
  const members = card.idMembers.flatMap(id => state.members.get(id) ?? [])
  return {
    ...(includes('members') && { members: members.map(member => show(MEMBER, member, state, textIn(params, 'member_fields'))) }),
    ...(includes('board') && { board: show(BOARD, findIn(state.boards, card.idBoard), state, textIn(params, 'board_fields')) }),
    ...(includes('list') && { list: show(LIST, findIn(state.lists, card.idList), state) }),
    ...(includes('checklists') && { checklists: checklistsOf(state, card).map(checklist => show(CHECKLIST, checklist, state)) }),
    ...(includes('attachments') && { attachments: card.attachments.map(attachment => show(ATTACHMENT, attachment, state)) })
  }
}
