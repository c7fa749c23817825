import type { FastifyInstance } from 'fastify'
import { findBoard, findIn } from '../find.ts'
import { flagIn, nameIn, type Params, paramsOf, requiredIn, textIn } from '../params.ts'
import { having, type List, type State } from '../state/model.ts'
import { positionFor } from '../state/position.ts'
import { LIST } from '../views/board.ts'
import { show } from '../views/show.ts'
import { pageOfCards } from './page.ts'

type ById = { Params: { id: string } }

export function listRoutes(app: FastifyInstance, state: State): void {
  app.get<ById>('/lists/:id', async request =>
    show(LIST, findIn(state.lists, request.params.id), state, textIn(paramsOf(request), 'fields'))
  )

  app.get<ById>('/lists/:id/cards', async request => {
    const { id } = findIn(state.lists, request.params.id)
    return pageOfCards(state, paramsOf(request), ({ idList }) => idList === id)
  })

  app.post('/lists', async request => {
    const params = paramsOf(request)
    const { id: idBoard } = findBoard(state, requiredIn(params, 'idBoard'))
    const pos = positionFor(params['pos'] ?? 'top', onBoard(state, idBoard))
    const list: List = { id: state.newId(), name: requiredIn(params, 'name'), closed: false, pos, idBoard }
    state.lists.set(list.id, list)
    return { ...show(LIST, list, state), limits: {} }
  })

  app.put<ById>('/lists/:id', async request => {
    const list = findIn(state.lists, request.params.id)
    updateList(state, list, paramsOf(request))
    return show(LIST, list, state)
  })

  app.put<ById>('/lists/:id/closed', async request => {
    const list = findIn(state.lists, request.params.id)
    list.closed = flagIn(paramsOf(request), 'value') ?? list.closed
    return show(LIST, list, state)
  })
}

/** Reads all parameters before anything changes. */
function updateList(state: State, list: List, params: Params): void {
  const name = nameIn(params) ?? list.name
  const closed = flagIn(params, 'closed') ?? list.closed
  const pos = params['pos'] === undefined ? list.pos : positionFor(params['pos'], onBoard(state, list.idBoard))
  Object.assign(list, { name, closed, pos })
}

const onBoard = (state: State, board: string): List[] => having(state.lists, ({ idBoard }) => idBoard === board)
