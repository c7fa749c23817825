import type { FastifyInstance } from 'fastify'
import { findBoard, findCard, findIn } from '../find.ts'
import { listIn, paramsOf, requiredIn } from '../params.ts'
import { type Action, having, type State } from '../state/model.ts'
import { ACTION } from '../views/detail.ts'
import { show } from '../views/show.ts'
import { newest } from './page.ts'

type ById = { Params: { id: string } }

/** Comments, and the history of cards: their creation and the changes of their main properties. */
export function actionRoutes(app: FastifyInstance, state: State): void {
  app.get<ById>('/cards/:id/actions', async request => {
    const params = paramsOf(request)
    const card = findCard(state, request.params.id)
    const types = listIn(params, 'filter') ?? ['commentCard']
    const actions = having(state.actions, ({ idCard, type }) => idCard === card.id && (types.includes(type) || types.includes('all')))
    return newest(actions, params, 50).map(action => show(ACTION, action, state))
  })

  app.get<ById>('/boards/:id/actions', async request => {
    const params = paramsOf(request)
    const board = findBoard(state, request.params.id)
    const types = listIn(params, 'filter') ?? ['all']
    const actions = having(
      state.actions,
      ({ idCard, type }) => state.cards.get(idCard)?.idBoard === board.id && (types.includes(type) || types.includes('all'))
    )
    return newest(actions, params, 50).map(action => show(ACTION, action, state))
  })

  app.post<ById>('/cards/:id/actions/comments', async request => {
    const card = findCard(state, request.params.id)
    const text = requiredIn(paramsOf(request), 'text')
    const now = new Date()
    const id = state.newId(now)
    const action: Action = {
      id,
      idMemberCreator: state.idMe,
      type: 'commentCard',
      date: now.toISOString(),
      idCard: card.id,
      text,
      dateLastEdited: null
    }
    state.actions.set(id, action)
    card.dateLastActivity = action.date
    return show(ACTION, action, state)
  })

  app.get<ById>('/actions/:id', async request => show(ACTION, findIn(state.actions, request.params.id), state))

  app.put<ById>('/actions/:id', async request => {
    const action = findIn(state.actions, request.params.id)
    action.text = requiredIn(paramsOf(request), 'text')
    action.dateLastEdited = new Date().toISOString()
    return show(ACTION, action, state)
  })

  app.delete<ById>('/actions/:id', async request => {
    state.actions.delete(findIn(state.actions, request.params.id).id)
    return { _value: null }
  })
}
