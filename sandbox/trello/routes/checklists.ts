import type { FastifyInstance } from 'fastify'
import { findCard, findIn } from '../find.ts'
import { flagIn, nameIn, type Params, paramsOf, requiredIn, textIn, timeIn } from '../params.ts'
import { notFound, refuse } from '../refusal.ts'
import type { Card, CheckItem, Checklist, State } from '../state/model.ts'
import { positionFor } from '../state/position.ts'
import { checklistsOf } from '../views/card.ts'
import { CHECKLIST, checkItemView } from '../views/detail.ts'
import { show } from '../views/show.ts'

type ById = { Params: { id: string } }
type ByItem = { Params: { id: string; idCheckItem: string } }

export function checklistRoutes(app: FastifyInstance, state: State): void {
  app.get<ById>('/cards/:id/checklists', async request =>
    checklistsOf(state, findCard(state, request.params.id)).map(checklist => show(CHECKLIST, checklist, state))
  )

  app.post<ById>('/cards/:id/checklists', async request => {
    const params = paramsOf(request)
    const card = findCard(state, request.params.id)
    const pos = positionFor(params['pos'], checklistsOf(state, card))
    const checklist: Checklist = {
      id: state.newId(),
      name: nameIn(params) ?? 'Checklist',
      idCard: card.id,
      idBoard: card.idBoard,
      pos,
      checkItems: []
    }
    state.checklists.set(checklist.id, checklist)
    return show(CHECKLIST, checklist, state)
  })

  app.get<ById>('/checklists/:id', async request => show(CHECKLIST, findIn(state.checklists, request.params.id), state))

  app.delete<ById>('/checklists/:id', async request => {
    state.checklists.delete(findIn(state.checklists, request.params.id).id)
    return { limits: {} }
  })

  app.post<ById>('/checklists/:id/checkItems', async request => {
    const checklist = findIn(state.checklists, request.params.id)
    const item = itemFrom(state, checklist, paramsOf(request))
    checklist.checkItems.push(item)
    return { ...checkItemView(checklist.id, item), limits: {} }
  })

  app.post('/checklists', async request => {
    const params = paramsOf(request)
    const card = findCard(state, requiredIn(params, 'idCard'))
    const sourceId = textIn(params, 'idChecklistSource')
    const source = sourceId === undefined ? undefined : findIn(state.checklists, sourceId)
    const checklist: Checklist = {
      id: state.newId(),
      name: nameIn(params) ?? source?.name ?? 'Checklist',
      idCard: card.id,
      idBoard: card.idBoard,
      pos: positionFor(params['pos'], checklistsOf(state, card)),
      checkItems: (source?.checkItems ?? []).map(item => ({ ...item, id: state.newId() }))
    }
    state.checklists.set(checklist.id, checklist)
    return show(CHECKLIST, checklist, state)
  })

  app.put<ById>('/checklists/:id', async request => {
    const checklist = findIn(state.checklists, request.params.id)
    const params = paramsOf(request)
    const card = findIn(state.cards, checklist.idCard)
    const pos = params['pos'] === undefined ? checklist.pos : positionFor(params['pos'], checklistsOf(state, card))
    Object.assign(checklist, { name: nameIn(params) ?? checklist.name, pos })
    return show(CHECKLIST, checklist, state)
  })

  app.get<ById>('/checklists/:id/checkItems', async request => {
    const { id, checkItems } = findIn(state.checklists, request.params.id)
    return checkItems.map(item => checkItemView(id, item))
  })

  app.get<ByItem>('/cards/:id/checkItem/:idCheckItem', async request => {
    const { checklist, item } = itemOf(state, findCard(state, request.params.id), request.params.idCheckItem)
    return checkItemView(checklist.id, item)
  })

  app.delete<ByItem>('/cards/:id/checkItem/:idCheckItem', async request => {
    const { checklist, item } = itemOf(state, findCard(state, request.params.id), request.params.idCheckItem)
    checklist.checkItems = checklist.checkItems.filter(({ id }) => id !== item.id)
    return { limits: {} }
  })

  app.put<ByItem>('/cards/:id/checkItem/:idCheckItem', async request => {
    const { checklist, item } = itemOf(state, findCard(state, request.params.id), request.params.idCheckItem)
    changeItem(checklist, item, paramsOf(request))
    return checkItemView(checklist.id, item)
  })
}

function itemFrom(state: State, { checkItems }: Checklist, params: Params): CheckItem {
  return {
    id: state.newId(),
    name: requiredIn(params, 'name'),
    pos: positionFor(params['pos'], checkItems),
    state: flagIn(params, 'checked') ? 'complete' : 'incomplete',
    due: timeIn(params, 'due') ?? null,
    idMember: textIn(params, 'idMember') ?? null
  }
}

function itemOf(state: State, card: Card, id: string): { checklist: Checklist; item: CheckItem } {
  const checklists = checklistsOf(state, card)
  const found = checklists.flatMap(checklist => checklist.checkItems.map(item => ({ checklist, item }))).find(({ item }) => item.id === id)
  if (!found) throw notFound()
  return found
}

function changeItem({ checkItems }: Checklist, item: CheckItem, params: Params): void {
  const state = textIn(params, 'state') ?? item.state
  if (state !== 'complete' && state !== 'incomplete') throw refuse(400, 'invalid value for state')
  const due = timeIn(params, 'due')
  const changes: Partial<CheckItem> = {
    name: nameIn(params) ?? item.name,
    state,
    due: due === undefined ? item.due : due,
    idMember: params['idMember'] === undefined ? item.idMember : String(params['idMember'] ?? '') || null,
    pos: params['pos'] === undefined ? item.pos : positionFor(params['pos'], checkItems)
  }
  Object.assign(item, changes)
}
