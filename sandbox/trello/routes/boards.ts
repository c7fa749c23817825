import type { FastifyInstance } from 'fastify'
import { findBoard } from '../find.ts'
import { numberIn, paramsOf, textIn } from '../params.ts'
import { refuse } from '../refusal.ts'
import { byPosition, having, type State } from '../state/model.ts'
import { BOARD, BOARD_OF_MEMBER, LABEL, LIST_OF_BOARD, ME, MEMBER_OF_BOARD } from '../views/board.ts'
import { show } from '../views/show.ts'
import { matchesFilter } from './filter.ts'

type ById = { Params: { id: string } }

export function boardRoutes(app: FastifyInstance, state: State): void {
  app.get<ById>('/members/:id', async request => {
    const params = paramsOf(request)
    return show(ME, memberOf(state, request.params.id), state, textIn(params, 'fields'))
  })

  app.get<ById>('/members/:id/boards', async request => {
    const params = paramsOf(request)
    const { id } = memberOf(state, request.params.id)
    const boards = having(state.boards, board => board.idMembers.includes(id) && matchesFilter(params, board, 'all'))
    return boards.map(board => show(BOARD_OF_MEMBER, board, state, textIn(params, 'fields')))
  })

  app.get<ById>('/boards/:id', async request => {
    const params = paramsOf(request)
    return show(BOARD, findBoard(state, request.params.id), state, textIn(params, 'fields'))
  })

  app.get<ById>('/boards/:id/lists', async request => {
    const params = paramsOf(request)
    const { id } = findBoard(state, request.params.id)
    const lists = byPosition(having(state.lists, list => list.idBoard === id && matchesFilter(params, list)))
    return lists.map(list => show(LIST_OF_BOARD, list, state, textIn(params, 'fields')))
  })

  app.get<ById>('/boards/:id/labels', async request => {
    const params = paramsOf(request)
    const { id } = findBoard(state, request.params.id)
    const limit = numberIn(params, 'limit', { max: 1000, default: 50 })
    const labels = having(state.labels, label => label.idBoard === id).slice(0, limit)
    return labels.map(label => show(LABEL, label, state, textIn(params, 'fields')))
  })

  app.get<ById>('/boards/:id/members', async request => {
    const { idMembers } = findBoard(state, request.params.id)
    const members = having(state.members, ({ id }) => idMembers.includes(id))
    return members.map(member => show(MEMBER_OF_BOARD, member, state, textIn(paramsOf(request), 'fields')))
  })
}

function memberOf({ members, idMe }: State, name: string) {
  const id = name === 'me' ? idMe : name
  const found = members.get(id) ?? [...members.values()].find(({ username }) => username === id)
  if (!found) throw refuse(404, 'model not found')
  return found
}
