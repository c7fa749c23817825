import type { FastifyInstance } from 'fastify'
import { page } from '../paging.ts'
import { flagIn, numberIn, type Params, paramsOf, requiredIn, textIn } from '../params.ts'
import { notFound, refuse } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import { ME } from '../state/me.ts'
import { sidesOf } from '../state/merging.ts'
import type { Discussion, MergeRequest, Project, State, ThreadNote } from '../state/model.ts'
import { discussionId } from '../state/seed-merge-requests.ts'
import { showDiscussion, showThreadNote } from '../views/merge-requests.ts'
import { diffsOf } from '../views/repository.ts'
import { findMergeRequest, type OneMergeRequest, PATH } from './merge-requests.ts'
import { RAN, runQuickActions, type Topic } from './quick-actions.ts'

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
    const position = positionIn(params, ...findMergeRequest(served, request.params))
    const note = noteOf(topicOf(request.params), params)
    if (!note) return reply.code(202).send(RAN)
    const thread = startThread(state, oneOf(request.params), { ...note, resolvable: true, position }, false)
    return reply.code(201).send(showDiscussion(viewsFor(served, request), thread))
  })
  app.get<OneDiscussion>(`${path}/:thread`, request => showDiscussion(viewsFor(served, request), threadOf(request.params)))
  app.put<OneDiscussion>(`${path}/:thread`, request => {
    const thread = threadOf(request.params)
    const resolved = flagIn(paramsOf(request), 'resolved')
    for (const note of thread.notes) if (note.resolvable) Object.assign(note, { resolved: resolved ?? note.resolved, resolved_by_id: ME })
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
  type OneNote = { Params: OneMergeRequest['Params'] & { note: string } }
  const noteOn = (params: OneNote['Params']): [Discussion, ThreadNote] => {
    for (const thread of findMergeRequest(served, params)[1].discussions) {
      const found = thread.notes.find(({ id }) => String(id) === params.note)
      if (found) return [thread, found]
    }
    throw notFound('Note')
  }
  app.get<OneNote>(`${PATH}/:iid/notes/:note`, request => showThreadNote(viewsFor(served, request), noteOn(request.params)[1]))
  app.put<OneNote>(`${PATH}/:iid/notes/:note`, request => {
    const [, note] = noteOn(request.params)
    Object.assign(note, { body: requiredIn(paramsOf(request), 'body'), updated_at: now() })
    return showThreadNote(viewsFor(served, request), note)
  })
  app.delete<OneNote>(`${PATH}/:iid/notes/:note`, (request, reply) => {
    const one = findMergeRequest(served, request.params)[1]
    const [thread, note] = noteOn(request.params)
    thread.notes = thread.notes.filter(other => other !== note)
    one.discussions = one.discussions.filter(({ notes }) => notes.length > 0)
    return reply.code(204).send()
  })
  app.post<OneMergeRequest>(`${PATH}/:iid/notes`, (request, reply) => {
    const topic = topicOf(request.params)
    const note = noteOf(topic, paramsOf(request))
    if (!note) return reply.code(202).send(RAN)
    startThread(served.state, findMergeRequest(served, request.params)[1], note, true)
    return reply.code(201).send(showThreadNote(viewsFor(served, request), note))
  })
}

/** Returns undefined if the text contains only quick actions. */
function noteOf(topic: Topic, params: Params): ThreadNote | undefined {
  const body = runQuickActions(topic, requiredIn(params, 'body'))
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

export function startThread(state: State, one: MergeRequest, note: ThreadNote, individual: boolean): Discussion {
  const thread = { id: discussionId(state.nextId()), individual, notes: [note] }
  one.discussions.push(thread)
  return thread
}

/** Reads the position of a thread: it must be complete, and on a line of the diff. */
export function positionIn(params: Params, project: Project, one: MergeRequest): object | null {
  if (params['position'] === undefined) return null
  const requested: Params = Object(params['position'])
  const position = { ...requested, old_line: numberIn(requested, 'old_line') ?? null, new_line: numberIn(requested, 'new_line') ?? null }
  const isWhole = ['base_sha', 'start_sha', 'head_sha', 'position_type'].every(name => typeof requested[name] === 'string')
  if (!isWhole || (requested['position_type'] === 'text' && !isInDiff(project, one, position))) throw refuse(400, NO_LINE)
  return position
}

const NO_LINE = 'Note {:line_code=>["can\'t be blank", "must be a valid line code"]}'

interface Spot {
  old_path?: unknown
  new_path?: unknown
  old_line: number | null
  new_line: number | null
}

/** An added line has no old number, a removed one no new number, and an unchanged one both. */
function isInDiff(project: Project, one: MergeRequest, { old_path, new_path, old_line, new_line }: Spot): boolean {
  const sides = sidesOf(project, one)
  const diffs = sides ? diffsOf(sides.base.tree, sides.source.tree) : []
  const file = diffs.find(diff => diff.new_path === new_path || diff.old_path === old_path)
  return linesOf(file?.diff ?? '').some(line => line.old_line === old_line && line.new_line === new_line)
}

function linesOf(diff: string): Pick<Spot, 'old_line' | 'new_line'>[] {
  const lines: Pick<Spot, 'old_line' | 'new_line'>[] = []
  let [before, after] = [0, 0]
  for (const line of diff.split('\n')) {
    const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line) ?? []
    if (oldStart !== undefined) [before, after] = [Number(oldStart), Number(newStart)]
    else if (line.startsWith('+')) lines.push({ old_line: null, new_line: after++ })
    else if (line.startsWith('-')) lines.push({ old_line: before++, new_line: null })
    else if (line.startsWith(' ')) lines.push({ old_line: before++, new_line: after++ })
  }
  return lines
}
