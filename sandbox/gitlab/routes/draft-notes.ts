import type { FastifyInstance } from 'fastify'
import { flagIn, paramsOf, requiredIn, textIn } from '../params.ts'
import { refuse } from '../refusal.ts'
import { now, type Served } from '../served.ts'
import { ME } from '../state/me.ts'
import type { DraftNote, MergeRequest } from '../state/model.ts'
import { positionIn, startThread } from './discussions.ts'
import { findMergeRequest, type OneMergeRequest, PATH } from './merge-requests.ts'
import { runQuickActions } from './quick-actions.ts'

type OneDraft = { Params: OneMergeRequest['Params'] & { draft: string } }

/** Comments that only their author sees, until they are published. */
export default function draftNoteRoutes(app: FastifyInstance, served: Served): void {
  const path = `${PATH}/:iid/draft_notes`
  const show = ({ id: merge_request_id }: MergeRequest, draft: DraftNote) => ({
    ...draft,
    author_id: ME,
    merge_request_id,
    commit_id: null,
    line_code: null
  })
  const named = ({ draft, ...params }: OneDraft['Params']): [MergeRequest, DraftNote] => {
    const [, one] = findMergeRequest(served, params)
    const found = one.draft_notes?.find(({ id }) => String(id) === draft)
    if (!found) throw refuse(404, '404 Not found')
    return [one, found]
  }
  app.get<OneMergeRequest>(path, request => {
    const [, one] = findMergeRequest(served, request.params)
    return (one.draft_notes ?? []).map(draft => show(one, draft))
  })
  app.post<OneMergeRequest>(path, (request, reply) => {
    const [project, one] = findMergeRequest(served, request.params)
    const params = paramsOf(request)
    const discussion_id = textIn(params, 'in_reply_to_discussion_id') ?? null
    if (discussion_id !== null && !one.discussions.some(({ id }) => id === discussion_id)) throw refuse(404, '404 Discussion Not Found')
    const position = positionIn(params, project, one)
    const resolve_discussion = flagIn(params, 'resolve_discussion') ?? false
    const draft: DraftNote = { id: served.state.nextId(), note: requiredIn(params, 'note'), discussion_id, resolve_discussion, position }
    one.draft_notes = [...(one.draft_notes ?? []), draft]
    return reply.code(201).send(show(one, draft))
  })
  app.post<OneMergeRequest>(`${path}/bulk_publish`, (request, reply) => {
    const [, one] = findMergeRequest(served, request.params)
    for (const draft of one.draft_notes ?? []) publish(request.params, one, draft)
    return reply.code(204).send()
  })
  app.get<OneDraft>(`${path}/:draft`, request => show(...named(request.params)))
  app.put<OneDraft>(`${path}/:draft`, request => {
    const [one, draft] = named(request.params)
    draft.note = textIn(paramsOf(request), 'note') ?? draft.note
    return show(one, draft)
  })
  app.put<OneDraft>(`${path}/:draft/publish`, (request, reply) => {
    publish(request.params, ...named(request.params))
    return reply.code(204).send()
  })
  app.delete<OneDraft>(`${path}/:draft`, (request, reply) => {
    const [one, draft] = named(request.params)
    one.draft_notes = one.draft_notes?.filter(other => other !== draft) ?? []
    return reply.code(204).send()
  })

  /** Quick actions run now, not when the draft is written. */
  function publish(
    params: OneMergeRequest['Params'],
    one: MergeRequest,
    { id, note, discussion_id, resolve_discussion, position }: DraftNote
  ) {
    const [project, request] = findMergeRequest(served, params)
    const body = runQuickActions({ state: served.state, project, request }, note)
    const times = { created_at: now(), updated_at: now() }
    const written = { id, body, author_id: ME, system: false, internal: false, ...times, resolvable: true, resolved: false, position }
    const thread = one.discussions.find(other => other.id === discussion_id)
    if (body !== '' && thread) thread.notes.push(written)
    else if (body !== '') startThread(served.state, one, written, false)
    if (thread && resolve_discussion) for (const other of thread.notes) Object.assign(other, { resolved: true, resolved_by_id: ME })
    one.draft_notes = one.draft_notes?.filter(other => other.id !== id) ?? []
  }
}
