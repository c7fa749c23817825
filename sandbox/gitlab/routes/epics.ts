import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findGroup } from '../find.ts'
import { page } from '../paging.ts'
import { paramsOf, textIn, wordIn } from '../params.ts'
import { notFound } from '../refusal.ts'
import { type Served, viewsFor } from '../served.ts'
import { epicsOf } from '../state/epics.ts'
import type { Group, Issue } from '../state/model.ts'

type Named = { Params: { id: string; iid: string } }

/** The older API of epics, which only reads here: GraphQL changes them. */
export default function epicRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const show = (request: FastifyRequest, { id: group_id }: Group, one: Issue) => ({
    id: one.id,
    iid: one.iid,
    group_id,
    title: one.title,
    description: one.description,
    state: one.state,
    labels: one.labels,
    author: viewsFor(served, request).userById(one.author_id),
    start_date: one.work?.start_date ?? null,
    due_date: one.due_date,
    created_at: one.created_at,
    updated_at: one.updated_at,
    closed_at: one.closed_at
  })
  app.get<Named>('/groups/:id/epics', (request, reply) => {
    const [group, params] = [findGroup(state, request.params.id), paramsOf(request)]
    const [wanted, search] = [wordIn(params, 'state', ['opened', 'closed', 'all']) ?? 'all', textIn(params, 'search')?.toLowerCase()]
    const found = epicsOf(group).filter(
      one => (wanted === 'all' || one.state === wanted) && (search === undefined || one.title.toLowerCase().includes(search))
    )
    return page(request, reply, found, one => show(request, group, one))
  })
  app.get<Named>('/groups/:id/epics/:iid', request => {
    const group = findGroup(state, request.params.id)
    const found = epicsOf(group).find(({ iid }) => String(iid) === request.params.iid)
    if (!found) throw notFound('Epic')
    return show(request, group, found)
  })
}
