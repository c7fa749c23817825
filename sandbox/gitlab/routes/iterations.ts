import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findGroup, findProject } from '../find.ts'
import { page } from '../paging.ts'
import { paramsOf, textIn, wordIn } from '../params.ts'
import type { Served } from '../served.ts'
import { ITERATIONS } from '../state/iterations.ts'

type Named = { Params: { id: string } }

const STATES = ['', 'upcoming', 'current', 'closed']

/** Iterations belong to groups; a project has those of its groups. */
export default function iterationRoutes(app: FastifyInstance, { state }: Served): void {
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const params = paramsOf(request)
    const wanted = wordIn(params, 'state', ['opened', 'upcoming', 'current', 'closed', 'all']) ?? 'all'
    const search = textIn(params, 'search')?.toLowerCase()
    const found = ITERATIONS.filter(
      one =>
        (wanted === 'all' || STATES[one.state] === wanted || (wanted === 'opened' && one.state < 3)) &&
        (search === undefined || (one.title ?? '').toLowerCase().includes(search))
    )
    return page(request, reply, found, one => one)
  }
  app.get<Named>('/groups/:id/iterations', (request, reply) => {
    findGroup(state, request.params.id)
    return answer(request, reply)
  })
  app.get<Named>('/projects/:id/iterations', (request, reply) => {
    findProject(state, request.params.id)
    return answer(request, reply)
  })
}
