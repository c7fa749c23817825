import type { FastifyInstance } from 'fastify'
import { findGroup, findIssue, findProject } from '../find.ts'
import { page } from '../paging.ts'
import { paramsOf, requiredIn } from '../params.ts'
import { notFound, refuse } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import { epicsOf } from '../state/epics.ts'
import { ME } from '../state/me.ts'
import type { Reaction } from '../state/model.ts'
import { findMergeRequest } from './merge-requests.ts'

type Named = { Params: { id: string; thing: string; number: string; note?: string; award: string } }

interface Awarded {
  key: string
  id: number
  type: string
}

/** Reactions on issues, merge requests, snippets, epics, and the comments on them. */
export default function reactionRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const reactions = new Map<string, Reaction[]>()
  const bodyOf = ({ id, thing, number }: Named['Params']): { id: number; type: string; notes: readonly { id: number }[] } => {
    if (thing === 'epics') {
      const epic = epicsOf(findGroup(state, id)).find(({ iid }) => String(iid) === number)
      if (!epic) throw notFound('Epic')
      return { ...epic, type: 'Epic' }
    }
    const project = findProject(state, id)
    if (thing === 'issues') return { ...findIssue(project, number), type: 'Issue' }
    if (thing === 'merge_requests') {
      const [, found] = findMergeRequest(served, { id, iid: number })
      return { id: found.id, type: 'MergeRequest', notes: found.discussions.flatMap(({ notes }) => notes) }
    }
    const snippet = project.snippets.find(one => String(one.id) === number)
    if (!snippet) throw notFound('Snippet')
    return { id: snippet.id, type: 'Snippet', notes: [] }
  }
  const awardedOf = (params: Named['Params']): Awarded => {
    const { id, type, notes } = bodyOf(params)
    if (params.note === undefined) return { key: `${type} ${id}`, id, type }
    const note = notes.find(one => String(one.id) === params.note)
    if (!note) throw notFound('Note')
    return { key: `Note ${note.id}`, id: note.id, type: 'Note' }
  }
  for (const path of [
    '/projects/:id/:thing(^issues|merge_requests|snippets$)/:number',
    '/projects/:id/:thing(^issues|merge_requests|snippets$)/:number/notes/:note',
    '/groups/:id/:thing(^epics$)/:number',
    '/groups/:id/:thing(^epics$)/:number/notes/:note'
  ]) {
    const all = (params: Named['Params']): Reaction[] => reactions.get(awardedOf(params).key) ?? []
    const show = (request: Parameters<typeof viewsFor>[1], { id: awardable_id, type }: Awarded, { user_id, ...one }: Reaction) => ({
      ...one,
      user: viewsFor(served, request).userById(user_id),
      updated_at: one.created_at,
      awardable_id,
      awardable_type: type,
      url: null
    })
    app.get<Named>(`${path}/award_emoji`, (request, reply) =>
      page(request, reply, all(request.params), one => show(request, awardedOf(request.params), one))
    )
    app.post<Named>(`${path}/award_emoji`, (request, reply) => {
      const awarded = awardedOf(request.params)
      const name = requiredIn(paramsOf(request), 'name')
      if (!/^[a-z0-9_+-]+$/.test(name)) throw refuse(400, { name: ['is not a valid emoji name'] })
      if (all(request.params).some(one => one.name === name && one.user_id === ME)) throw refuse(404, { name: ['has already been taken'] })
      const created = { id: state.nextId(), name, user_id: ME, created_at: now() }
      reactions.set(awarded.key, [...all(request.params), created])
      return reply.code(201).send(show(request, awarded, created))
    })
    const named = (params: Named['Params']): Reaction => {
      const found = all(params).find(({ id }) => String(id) === params.award)
      if (!found) throw notFound('Award Emoji')
      return found
    }
    app.get<Named>(`${path}/award_emoji/:award`, request => show(request, awardedOf(request.params), named(request.params)))
    app.delete<Named>(`${path}/award_emoji/:award`, (request, reply) => {
      const found = named(request.params)
      if (found.user_id !== ME) throw refuse(401, '401 Unauthorized')
      reactions.set(
        awardedOf(request.params).key,
        all(request.params).filter(one => one !== found)
      )
      return reply.code(204).send()
    })
  }
}
