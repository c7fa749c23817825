import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findProject, findUser } from '../find.ts'
import { page } from '../paging.ts'
import { numberIn, paramsOf, textIn, wordIn } from '../params.ts'
import { notFound } from '../refusal.ts'
import { type Served, viewsFor } from '../served.ts'
import { ME } from '../state/me.ts'
import type { Project, Todo } from '../state/model.ts'
import { showMergeRequest } from '../views/merge-requests.ts'
import { baseFor } from './repository.ts'

type Named = { Params: { id: string } }

/** To-do items of the user, and events of projects and users. */
export default function activityRoutes(app: FastifyInstance, served: Served): void {
  todoRoutes(app, served)
  eventRoutes(app, served)
}

function todoRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const show = (request: FastifyRequest, { author_id, project_id, target_iid, ...todo }: Todo) => {
    const [views, base] = [viewsFor(served, request), baseFor(served, request)]
    const of = findProject(state, String(project_id))
    const issue = of.issues.find(({ iid }) => iid === target_iid)
    const mergeRequest = of.merge_requests.find(({ iid }) => iid === target_iid)
    const shownRequest = mergeRequest && showMergeRequest(views, base, of, mergeRequest)
    const target = todo.target_type === 'Issue' ? issue && views.issue(of, issue) : shownRequest
    return {
      ...todo,
      project: { id: of.id, name: of.name, path: of.path.split('/').at(-1), path_with_namespace: of.path },
      author: views.userById(author_id),
      target: target ?? null,
      target_url: target?.web_url ?? null,
      body: target?.title ?? '',
      updated_at: todo.created_at
    }
  }
  app.get('/todos', (request, reply) => {
    const params = paramsOf(request)
    const wanted = wordIn(params, 'state', ['pending', 'done']) ?? 'pending'
    const [action, type, project] = [textIn(params, 'action'), textIn(params, 'type'), numberIn(params, 'project_id')]
    const found = (state.todos ?? []).filter(
      one =>
        one.state === wanted &&
        (action === undefined || one.action_name === action) &&
        (type === undefined || one.target_type === type) &&
        (project === undefined || one.project_id === project)
    )
    return page(request, reply, found, one => show(request, one))
  })
  app.post('/todos/mark_as_done', (_request, reply) => {
    for (const one of state.todos ?? []) one.state = 'done'
    return reply.code(204).send()
  })
  app.post<Named>('/todos/:id/mark_as_done', request => {
    const found = state.todos?.find(({ id }) => String(id) === request.params.id)
    if (!found) throw notFound('')
    return show(request, Object.assign(found, { state: 'done' }))
  })
}

interface Happened {
  id: number
  of: Project
  user_id: number
  action_name: string
  target_type: string
  target: { id: number; iid: number; title: string }
  created_at: string
}

function eventRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const happened = (projects: readonly Project[]): Happened[] =>
    projects.flatMap(of => [
      ...of.issues.map(one => ({
        id: one.id,
        of,
        user_id: one.author_id,
        action_name: 'opened',
        target_type: 'Issue',
        target: one,
        created_at: one.created_at
      })),
      ...of.merge_requests.map(one => ({
        id: one.id,
        of,
        user_id: one.author_id,
        action_name: 'opened',
        target_type: 'MergeRequest',
        target: one,
        created_at: one.created_at
      }))
    ])
  const answer = (request: FastifyRequest, reply: FastifyReply, all: Happened[]) => {
    const params = paramsOf(request)
    const [type, after, before] = ['target_type', 'after', 'before'].map(name => textIn(params, name))
    const action = textIn(params, 'action')
    const sign = wordIn(params, 'sort', ['asc', 'desc']) === 'asc' ? 1 : -1
    const found = all.filter(
      one =>
        (action === undefined || action === 'created' || one.action_name === action) &&
        (type === undefined || one.target_type.toLowerCase() === type.replace('_', '')) &&
        (after === undefined || one.created_at.slice(0, 10) > after) &&
        (before === undefined || one.created_at.slice(0, 10) < before)
    )
    const sorted = found.toSorted((a, b) => sign * (a.created_at.localeCompare(b.created_at) || a.id - b.id))
    return page(request, reply, sorted, ({ id, of, user_id, target, ...one }) => {
      const author = viewsFor(served, request).userById(user_id)
      const { id: target_id, iid: target_iid, title: target_title } = target
      return {
        id,
        project_id: of.id,
        ...one,
        target_id,
        target_iid,
        target_title,
        author_id: user_id,
        author,
        author_username: author?.username
      }
    })
  }
  app.get('/events', (request, reply) =>
    answer(
      request,
      reply,
      happened(state.projects).filter(({ user_id }) => user_id === ME)
    )
  )
  app.get<Named>('/projects/:id/events', (request, reply) => answer(request, reply, happened([findProject(state, request.params.id)])))
  app.get<Named>('/users/:id/events', (request, reply) => {
    const { id } = findUser(state, request.params.id)
    return answer(
      request,
      reply,
      happened(state.projects).filter(({ user_id }) => user_id === id)
    )
  })
}
