import type { FastifyInstance } from 'fastify'
import { findIn } from '../find.ts'
import { flagIn, paramsOf } from '../params.ts'
import type { State } from '../state/model.ts'
import { LIST_OF_BOARD } from '../views/board.ts'
import { show } from '../views/show.ts'

/** Starts or stops watching a board, list or card. */
export function watch({ watched }: State, id: string, subscribed: boolean | undefined): void {
  if (subscribed === true) watched.add(id)
  if (subscribed === false) watched.delete(id)
}

export default function watchRoutes(app: FastifyInstance, state: State): void {
  app.put<{ Params: { id: string } }>('/lists/:id/subscribed', async request => {
    const list = findIn(state.lists, request.params.id)
    watch(state, list.id, flagIn(paramsOf(request), 'value'))
    return show(LIST_OF_BOARD, list, state)
  })
}
