import type { FastifyInstance } from 'fastify'
import { findCard, findIn } from '../find.ts'
import { paramsOf, requiredIn } from '../params.ts'
import { notFound, refuse } from '../refusal.ts'
import type { Card, State } from '../state/model.ts'
import { MEMBER } from '../views/board.ts'
import { show } from '../views/show.ts'

type ById = { Params: { id: string } }

/** Adds and removes single labels and members of a card. */
export function labelAndMemberRoutes(app: FastifyInstance, state: State): void {
  app.post<ById>('/cards/:id/idLabels', async request => {
    const card = findCard(state, request.params.id)
    const label = findIn(state.labels, requiredIn(paramsOf(request), 'value'))
    if (label.idBoard !== card.idBoard) throw refuse(400, 'invalid value for value')
    if (card.idLabels.includes(label.id)) throw refuse(400, 'that label is already on the card')
    touch(card).idLabels.push(label.id)
    return card.idLabels
  })

  app.delete<{ Params: { id: string; idLabel: string } }>('/cards/:id/idLabels/:idLabel', async request => {
    const card = findCard(state, request.params.id)
    if (!card.idLabels.includes(request.params.idLabel)) throw refuse(400, 'that label is not on the card')
    touch(card).idLabels = card.idLabels.filter(id => id !== request.params.idLabel)
    return { _value: null }
  })

  app.get<ById>('/cards/:id/members', async request => membersOf(state, findCard(state, request.params.id)))

  app.post<ById>('/cards/:id/idMembers', async request => {
    const card = findCard(state, request.params.id)
    const id = requiredIn(paramsOf(request), 'value')
    if (!state.members.has(id)) throw notFound()
    if (!findIn(state.boards, card.idBoard).idMembers.includes(id)) throw refuse(400, 'member is not on the board')
    if (card.idMembers.includes(id)) throw refuse(400, 'member is already on the card')
    touch(card).idMembers.push(id)
    return membersOf(state, card)
  })

  app.delete<{ Params: { id: string; idMember: string } }>('/cards/:id/idMembers/:idMember', async request => {
    const card = findCard(state, request.params.id)
    if (!card.idMembers.includes(request.params.idMember)) throw refuse(400, 'member is not on the card')
    touch(card).idMembers = card.idMembers.filter(id => id !== request.params.idMember)
    return membersOf(state, card)
  })
}

const membersOf = (state: State, { idMembers }: Card): unknown[] =>
  idMembers.flatMap(id => state.members.get(id) ?? []).map(member => show(MEMBER, member, state))

function touch(card: Card): Card {
  card.dateLastActivity = new Date().toISOString()
  return card
}
