import type { FastifyInstance } from 'fastify'
import { findIssue, findProject } from '../find.ts'
import { page } from '../paging.ts'
import { flagIn, paramsOf, requiredIn, textIn } from '../params.ts'
import { notFound } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import { ME } from '../state/me.ts'
import type { Issue, Note } from '../state/model.ts'
import { RAN, runQuickActions } from './quick-actions.ts'

type Named = { Params: { id: string; iid: string; note: string } }

export function noteRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const path = '/projects/:id/issues/:iid/notes'
  const issueOf = ({ id, iid }: Named['Params']): Issue => findIssue(findProject(state, id), iid)
  app.get<Named>(path, (request, reply) => {
    const params = paramsOf(request)
    const people = textIn(params, 'activity_filter') === 'only_comments'
    const sign = textIn(params, 'sort') === 'asc' ? 1 : -1
    const notes = issueOf(request.params).notes.filter(({ system }) => !people || !system)
    const sorted = notes.toSorted((a, b) => sign * (a.created_at.localeCompare(b.created_at) || a.id - b.id))
    return page(request, reply, sorted, viewsFor(served, request).note)
  })
  app.post<Named>(path, (request, reply) => {
    const project = findProject(state, request.params.id)
    const issue = findIssue(project, request.params.iid)
    const params = paramsOf(request)
    const rest = runQuickActions({ state, project, issue }, requiredIn(params, 'body'))
    if (rest === '') return reply.code(202).send(RAN)
    const note: Note = {
      id: state.nextId(),
      body: rest,
      author_id: ME,
      system: false,
      internal: flagIn(params, 'internal') ?? false,
      created_at: now(),
      updated_at: now()
    }
    issue.notes.push(note)
    issue.updated_at = note.created_at
    return reply.code(201).send(viewsFor(served, request).note(note))
  })
  app.get<Named>(`${path}/:note`, request => viewsFor(served, request).note(noteOf(issueOf(request.params), request.params.note)))
  app.put<Named>(`${path}/:note`, request => {
    const note = noteOf(issueOf(request.params), request.params.note)
    Object.assign(note, { body: requiredIn(paramsOf(request), 'body'), updated_at: now() })
    return viewsFor(served, request).note(note)
  })
  app.delete<Named>(`${path}/:note`, (request, reply) => {
    const issue = issueOf(request.params)
    const note = noteOf(issue, request.params.note)
    issue.notes = issue.notes.filter(one => one !== note)
    return reply.code(204).send()
  })
}

function noteOf({ notes }: Issue, named: string): Note {
  const found = notes.find(({ id }) => String(id) === named)
  if (!found) throw notFound('Note')
  return found
}
