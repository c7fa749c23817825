import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findGroup, findProject } from '../find.ts'
import { page } from '../paging.ts'
import { numbersIn, type Params, paramsOf, requiredIn, textIn, wordIn } from '../params.ts'
import { invalidParameter, notFound, refuse } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import type { Milestone, Project } from '../state/model.ts'
import { showMilestone } from '../views/planning.ts'

type Named = { Params: { id: string; milestone: string } }

/** Milestones of projects, and those of groups. */
export function milestoneRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const groups = new Map<number, Owner>()
  const ofGroup = (id: string): Owner => {
    const group = findGroup(state, id)
    const projects = state.projects.filter(({ path }) => path.startsWith(`${group.full_path}/`))
    const known = groups.get(group.id) ?? {
      id: group.id,
      milestones: [],
      isGroup: true,
      issues: projects.flatMap(({ issues }) => issues),
      merge_requests: projects.flatMap(one => one.merge_requests)
    }
    groups.set(group.id, known)
    return known
  }
  addRoutes(app, served, '/projects/:id/milestones', id => findProject(state, id))
  addRoutes(app, served, '/groups/:id/milestones', ofGroup)
  app.post<Named>('/projects/:id/milestones/:milestone/promote', request => {
    const project = findProject(state, request.params.id)
    const found = milestoneOf(project, request.params.milestone)
    const above = project.path.slice(0, project.path.lastIndexOf('/'))
    if (!state.groups.some(({ full_path }) => full_path === above)) throw refuse(403, '403 Forbidden')
    const owner = ofGroup(above)
    project.milestones = project.milestones.filter(one => one !== found)
    owner.milestones.push(found)
    return showMilestone(viewsFor(served, request), owner, found)
  })
}

type Owner = Pick<Project, 'id' | 'milestones' | 'issues' | 'merge_requests'> & { isGroup?: boolean }

function addRoutes(app: FastifyInstance, served: Served, path: string, ownerOf: (id: string) => Owner): void {
  const { state } = served
  const projectOf = (request: FastifyRequest<Named>): Owner => ownerOf(request.params.id)
  const show = (request: FastifyRequest<Named>, one: Milestone) => showMilestone(viewsFor(served, request), projectOf(request), one)
  app.get<Named>(path, (request, reply) =>
    page(request, reply, projectOf(request).milestones.filter(testOf(paramsOf(request))), one => show(request, one))
  )
  app.get<Named>(`${path}/:milestone`, request => show(request, milestoneOf(projectOf(request), request.params.milestone)))
  app.post<Named>(path, (request, reply) => {
    const [{ milestones }, params] = [projectOf(request), paramsOf(request)]
    const title = unusedTitle(milestones, requiredIn(params, 'title'))
    const iid = Math.max(0, ...milestones.map(one => one.iid)) + 1
    const times = { created_at: now(), updated_at: now() }
    const created: Milestone = {
      id: state.nextId(),
      iid,
      title,
      description: '',
      state: 'active',
      due_date: null,
      start_date: null,
      ...times
    }
    change(created, params)
    milestones.push(created)
    return reply.code(201).send(show(request, created))
  })
  app.get<Named>(`${path}/:milestone/burndown_events`, (request, reply) => {
    const owner = projectOf(request)
    const { id } = milestoneOf(owner, request.params.milestone)
    const events = owner.issues
      .filter(issue => issue.milestone_id === id)
      .flatMap(({ weight, created_at, closed_at }) => [
        { created_at, weight, action: 'created' },
        ...(closed_at === null ? [] : [{ created_at: closed_at, weight, action: 'closed' }])
      ])
    return page(
      request,
      reply,
      events.toSorted((a, b) => a.created_at.localeCompare(b.created_at)).map((event, id) => ({ id, event })),
      ({ event }) => event
    )
  })
  app.delete<Named>(`${path}/:milestone`, (request, reply) => {
    const project = projectOf(request)
    const found = milestoneOf(project, request.params.milestone)
    project.milestones = project.milestones.filter(one => one !== found)
    for (const one of [...project.issues, ...project.merge_requests]) if (one.milestone_id === found.id) one.milestone_id = null
    return reply.code(204).send()
  })
  app.put<Named>(`${path}/:milestone`, request => {
    const [project, params] = [projectOf(request), paramsOf(request)]
    const found = milestoneOf(project, request.params.milestone)
    if (!CHANGEABLE.some(name => params[name] !== undefined))
      throw invalidParameter(`${CHANGEABLE.join(', ')} are missing, at least one parameter must be provided`)
    const title = textIn(params, 'title')
    if (title !== undefined && title !== found.title) found.title = unusedTitle(project.milestones, title)
    change(found, params)
    return show(request, found)
  })
}

const CHANGEABLE = ['title', 'description', 'due_date', 'start_date', 'state_event']

/** Finds a milestone by ID; its IID is not accepted here. */
function milestoneOf({ milestones }: Owner, named: string): Milestone {
  const found = milestones.find(({ id }) => String(id) === named)
  if (!found) throw notFound('Milestone')
  return found
}

function testOf(params: Params): (one: Milestone) => boolean {
  const [state, iids] = [wordIn(params, 'state', ['active', 'closed']), numbersIn(params, 'iids')]
  const [title, search] = [textIn(params, 'title'), textIn(params, 'search')?.toLowerCase()]
  return one =>
    (state === undefined || one.state === state) &&
    (iids === undefined || iids.includes(one.iid)) &&
    (title === undefined || one.title === title) &&
    (search === undefined || `${one.title} ${one.description}`.toLowerCase().includes(search))
}

function unusedTitle(milestones: readonly Milestone[], title: string): string {
  if (milestones.some(one => one.title === title))
    throw refuse(400, { title: ['already being used for another group or project milestone.'] })
  return title
}

function change(one: Milestone, params: Params): void {
  const [due, start] = [textIn(params, 'due_date'), textIn(params, 'start_date')]
  one.description = textIn(params, 'description') ?? one.description
  if (due !== undefined) one.due_date = due || null
  if (start !== undefined) one.start_date = start || null
  if (one.due_date !== null && one.start_date !== null && one.due_date < one.start_date)
    throw refuse(400, { due_date: ['must be greater than start date'] })
  const event = wordIn(params, 'state_event', ['close', 'activate'])
  if (event !== undefined) one.state = event === 'close' ? 'closed' : 'active'
  one.updated_at = now()
}
