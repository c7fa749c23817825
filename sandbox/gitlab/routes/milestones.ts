import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findProject } from '../find.ts'
import { page } from '../paging.ts'
import { numbersIn, type Params, paramsOf, requiredIn, textIn, wordIn } from '../params.ts'
import { misgiven, notFound, refuse } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import type { Milestone, Project } from '../state/model.ts'
import { showMilestone } from '../views/planning.ts'

type Named = { Params: { id: string; milestone: string } }

export function milestoneRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const path = '/projects/:id/milestones'
  const projectOf = (request: FastifyRequest<Named>): Project => findProject(state, request.params.id)
  const show = (request: FastifyRequest<Named>, one: Milestone) => showMilestone(viewsFor(served, request), projectOf(request), one)
  app.get<Named>(path, (request, reply) =>
    page(request, reply, projectOf(request).milestones.filter(testOf(paramsOf(request))), one => show(request, one))
  )
  app.get<Named>(`${path}/:milestone`, request => show(request, milestoneOf(projectOf(request), request.params.milestone)))
  app.post<Named>(path, (request, reply) => {
    const [{ milestones }, params] = [projectOf(request), paramsOf(request)]
    const title = untaken(milestones, requiredIn(params, 'title'))
    const iid = Math.max(0, ...milestones.map(one => one.iid)) + 1
    const times = { created_at: now(), updated_at: now() }
    const made: Milestone = { id: state.nextId(), iid, title, description: '', state: 'active', due_date: null, start_date: null, ...times }
    change(made, params)
    milestones.push(made)
    return reply.code(201).send(show(request, made))
  })
  app.put<Named>(`${path}/:milestone`, request => {
    const [project, params] = [projectOf(request), paramsOf(request)]
    const found = milestoneOf(project, request.params.milestone)
    if (!CHANGEABLE.some(name => params[name] !== undefined))
      throw misgiven(`${CHANGEABLE.join(', ')} are missing, at least one parameter must be provided`)
    const title = textIn(params, 'title')
    if (title !== undefined && title !== found.title) found.title = untaken(project.milestones, title)
    change(found, params)
    return show(request, found)
  })
}

const CHANGEABLE = ['title', 'description', 'due_date', 'start_date', 'state_event']

/** By id: its number in the project means nothing here. */
function milestoneOf({ milestones }: Project, named: string): Milestone {
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

function untaken(milestones: readonly Milestone[], title: string): string {
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
