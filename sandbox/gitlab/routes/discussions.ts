import type { FastifyInstance } from 'fastify'
import { page } from '../paging.ts'
import { flagIn, type Params, paramsOf, requiredIn, textIn } from '../params.ts'
import { refuse } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import { ME } from '../state/me.ts'
import type { Discussion, MergeRequest, State, ThreadNote } from '../state/model.ts'
import { discussionId } from '../state/seed-merge-requests.ts'
import { showDiscussion, showThreadNote } from '../views/merge-requests.ts'
import { RAN, runCommands, type Topic } from './commands.ts'
import { findMergeRequest, type OneMergeRequest, PATH } from './merge-requests.ts'

type OneDiscussion = { Params: OneMergeRequest['Params'] & { thread: string } }

export function discussionRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const oneOf = (params: OneMergeRequest['Params']): MergeRequest => findMergeRequest(served, params)[1]
  const topicOf = (params: OneMergeRequest['Params']): Topic => {
    const [project, request] = findMergeRequest(served, params)
    return { state, project, request }
  }
  const threadOf = (params: OneDiscussion['Params']): Discussion => {
    const found = oneOf(params).discussions.find(({ id }) => id === params.thread)
    if (!found) throw refuse(404, '404 Discussion Not Found')
    return found
  }
  const path = `${PATH}/:iid/discussions`
  app.get<OneMergeRequest>(path, (request, reply) => {
    const threads = oneOf(request.params).discussions.map((thread, id) => ({ id, thread }))
    return page(request, reply, threads, ({ thread }) => showDiscussion(viewsFor(served, request), thread))
  })
  app.post<OneMergeRequest>(path, (request, reply) => {
    const params = paramsOf(request)
    const note = noteOf(topicOf(request.params), params)
    if (!note) return reply.code(202).send(RAN)
    const thread = begin(state, oneOf(request.params), { ...note, resolvable: true, position: positionIn(params) }, false)
    return reply.code(201).send(showDiscussion(viewsFor(served, request), thread))
  })
  app.get<OneDiscussion>(`${path}/:thread`, request => showDiscussion(viewsFor(served, request), threadOf(request.params)))
  app.put<OneDiscussion>(`${path}/:thread`, request => {
    const thread = threadOf(request.params)
    const resolved = flagIn(paramsOf(request), 'resolved')
    for (const note of thread.notes) if (note.resolvable) note.resolved = resolved ?? note.resolved
    return showDiscussion(viewsFor(served, request), thread)
  })
  app.post<OneDiscussion>(`${path}/:thread/notes`, (request, reply) => {
    const thread = threadOf(request.params)
    const written = noteOf(topicOf(request.params), paramsOf(request))
    if (!written) return reply.code(202).send(RAN)
    const note = { ...written, resolvable: thread.notes[0]?.resolvable ?? false }
    thread.notes.push(note)
    return reply.code(201).send(showThreadNote(viewsFor(served, request), note))
  })
  noteRoutes(app, served, topicOf)
}

function noteRoutes(app: FastifyInstance, served: Served, topicOf: (params: OneMergeRequest['Params']) => Topic): void {
  app.get<OneMergeRequest>(`${PATH}/:iid/notes`, (request, reply) => {
    const sign = textIn(paramsOf(request), 'sort') === 'asc' ? 1 : -1
    const notes = findMergeRequest(served, request.params)[1].discussions.flatMap(({ notes }) => notes)
    const sorted = notes.toSorted((a, b) => sign * (a.created_at.localeCompare(b.created_at) || a.id - b.id))
    return page(request, reply, sorted, note => showThreadNote(viewsFor(served, request), note))
  })
  app.post<OneMergeRequest>(`${PATH}/:iid/notes`, (request, reply) => {
    const topic = topicOf(request.params)
    const note = noteOf(topic, paramsOf(request))
    if (!note) return reply.code(202).send(RAN)
    begin(served.state, findMergeRequest(served, request.params)[1], note, true)
    return reply.code(201).send(showThreadNote(viewsFor(served, request), note))
  })
}

/** Undefined where the text held nothing but commands. */
function noteOf(topic: Topic, params: Params): ThreadNote | undefined {
  const body = runCommands(topic, requiredIn(params, 'body'))
  if (body === '') return undefined
  const times = { created_at: now(), updated_at: now() }
  return {
    id: topic.state.nextId(),
    body,
    author_id: ME,
    system: false,
    internal: false,
    ...times,
    resolvable: false,
    resolved: false,
    position: null
  }
}

function begin(state: State, one: MergeRequest, note: ThreadNote, individual: boolean): Discussion {
  const thread = { id: discussionId(state.nextId()), individual, notes: [note] }
  one.discussions.push(thread)
  return thread
}

/** A place in a diff must be told whole. */
function positionIn(params: Params): object | null {
  const position: Record<string, unknown> = Object(params['position'])
  if (params['position'] === undefined) return null
  const whole = ['base_sha', 'start_sha', 'head_sha', 'position_type'].every(name => typeof position[name] === 'string')
  if (!whole || (position['new_line'] === undefined && position['old_line'] === undefined))
    throw refuse(400, 'Note {:line_code=>["can\'t be blank", "must be a valid line code"]}')
  return { new_line: null, old_line: null, ...position }
}
