import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findIssue, findProject } from '../find.ts'
import { page } from '../paging.ts'
import { flagIn, paramsOf, requiredIn, textIn } from '../params.ts'
import { notFound } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import { ME } from '../state/me.ts'
import type { Issue, Note, State } from '../state/model.ts'
import { discussionId } from '../state/seed-merge-requests.ts'
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
    const note = addNote(state, issue, rest, { internal: flagIn(params, 'internal') ?? false })
    return reply.code(201).send(viewsFor(served, request).note(note))
  })
  threadRoutes(app, served, issueOf)
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

function addNote(state: State, issue: Issue, body: string, more: Pick<Note, 'internal' | 'thread'>): Note {
  const note: Note = { id: state.nextId(), body, author_id: ME, system: false, created_at: now(), updated_at: now(), ...more }
  issue.notes.push(note)
  issue.updated_at = note.created_at
  return note
}

/** A comment without replies is a thread of one. */
const threadOf = (note: Note): string => note.thread ?? discussionId(note.id)

/** Threads of an issue: a reply turns a comment into a thread. */
function threadRoutes(app: FastifyInstance, served: Served, issueOf: (params: Named['Params']) => Issue): void {
  type OneThread = { Params: Named['Params'] & { thread: string } }
  const path = '/projects/:id/issues/:iid/discussions'
  const threads = (issue: Issue) =>
    [...Map.groupBy(issue.notes, threadOf)].map(([thread, notes]) => ({ id: notes[0]?.id ?? 0, thread, notes }))
  const show = (request: FastifyRequest, thread: string, notes: readonly Note[]) => ({
    id: thread,
    individual_note: notes.length === 1 && notes[0]?.thread === undefined,
    notes: notes.map(viewsFor(served, request).note)
  })
  const named = ({ thread, ...params }: OneThread['Params']) => {
    const found = threads(issueOf(params)).find(one => one.thread === thread)
    if (!found) throw notFound('Discussion')
    return found
  }
  app.get<OneThread>(path, (request, reply) =>
    page(request, reply, threads(issueOf(request.params)), ({ thread, notes }) => show(request, thread, notes))
  )
  app.get<OneThread>(`${path}/:thread`, request => {
    const { thread, notes } = named(request.params)
    return show(request, thread, notes)
  })
  app.post<OneThread>(path, (request, reply) => {
    const note = addNote(served.state, issueOf(request.params), requiredIn(paramsOf(request), 'body'), { internal: false })
    note.thread = discussionId(note.id)
    return reply.code(201).send(show(request, note.thread, [note]))
  })
  app.post<OneThread>(`${path}/:thread/notes`, (request, reply) => {
    const { thread, notes } = named(request.params)
    for (const one of notes) one.thread = thread
    const note = addNote(served.state, issueOf(request.params), requiredIn(paramsOf(request), 'body'), { internal: false, thread })
    return reply.code(201).send(viewsFor(served, request).note(note))
  })
}
