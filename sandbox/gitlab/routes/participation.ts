import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findIssue, findProject } from '../find.ts'
import { page } from '../paging.ts'
import { paramsOf, requiredIn } from '../params.ts'
import { Refusal, refuse } from '../refusal.ts'
import { type Served, viewsFor } from '../served.ts'
import type { Issue, MergeRequest } from '../state/model.ts'
import { showMergeRequest } from '../views/merge-requests.ts'
import { findMergeRequest } from './merge-requests.ts'
import { baseFor } from './repository.ts'

type Named = { Params: { id: string; iid: string } }

const HOUR_S = 3600
const UNITS_S = new Map([
  ['h', HOUR_S],
  ['m', 60],
  ['d', 8 * HOUR_S]
])

/** Subscriptions, participants and time tracking of issues and merge requests. */
export default function participationRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const subscribed = new Set<number>()
  const times = new Map<number, { estimate: number; spent: number }>()
  const add = (
    path: string,
    find: (request: FastifyRequest<Named>) => Issue | MergeRequest,
    show: (request: FastifyRequest<Named>) => object
  ) => {
    for (const action of ['subscribe', 'unsubscribe'] as const)
      app.post<Named>(`${path}/${action}`, (request, reply) => {
        const { id } = find(request)
        // GitLab answers without a body if nothing changes.
        if (subscribed.has(id) === (action === 'subscribe')) throw new Refusal(304, '')
        if (action === 'subscribe') subscribed.add(id)
        else subscribed.delete(id)
        return reply.code(201).send({ ...show(request), subscribed: subscribed.has(id) })
      })
    app.get<Named>(`${path}/participants`, (request, reply) => {
      const one = find(request)
      const notes = 'notes' in one ? one.notes : one.discussions.flatMap(({ notes }) => notes)
      const ids = new Set([one.author_id, ...one.assignee_ids, ...notes.map(({ author_id }) => author_id)])
      const people = state.users.filter(({ id }) => ids.has(id))
      return page(request, reply, people, viewsFor(served, request).user)
    })
    const statsOf = (request: FastifyRequest<Named>) => {
      const { estimate, spent } = times.get(find(request).id) ?? { estimate: 0, spent: 0 }
      const human = (seconds: number): string | null => (seconds === 0 ? null : `${seconds / HOUR_S}h`)
      return {
        time_estimate: estimate,
        total_time_spent: spent,
        human_time_estimate: human(estimate),
        human_total_time_spent: human(spent)
      }
    }
    app.get<Named>(`${path}/time_stats`, statsOf)
    for (const [action, name] of [
      ['time_estimate', 'estimate'],
      ['add_spent_time', 'spent']
    ] as const)
      app.post<Named>(`${path}/${action}`, (request, reply) => {
        const { id } = find(request)
        const known = times.get(id) ?? { estimate: 0, spent: 0 }
        const seconds = secondsOf(requiredIn(paramsOf(request), 'duration'))
        times.set(id, { ...known, [name]: name === 'spent' ? known.spent + seconds : seconds })
        return reply.code(action === 'add_spent_time' ? 201 : 200).send(statsOf(request))
      })
  }
  add(
    '/projects/:id/issues/:iid',
    ({ params }) => findIssue(findProject(state, params.id), params.iid),
    request => {
      const project = findProject(state, request.params.id)
      return viewsFor(served, request).issue(project, findIssue(project, request.params.iid))
    }
  )
  add(
    '/projects/:id/merge_requests/:iid',
    ({ params }) => findMergeRequest(served, params)[1],
    request => showMergeRequest(viewsFor(served, request), baseFor(served, request), ...findMergeRequest(served, request.params))
  )
}

function secondsOf(duration: string): number {
  const parts = [...duration.matchAll(/(\d+)([dhm])/g)]
  if (parts.length === 0) throw refuse(400, 'Failed to update time')
  return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNITS_S.get(unit) ?? 0), 0)
}
