import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findGroup, findProject } from '../find.ts'
import { page } from '../paging.ts'
import { flagIn, numberIn, type Params, paramsOf, requiredIn, textIn } from '../params.ts'
import { invalidParameter, notFound, refuse } from '../refusal.ts'
import type { Served } from '../served.ts'
import type { Label, Project } from '../state/model.ts'
import { showLabel } from '../views/planning.ts'

type Named = { Params: { id: string; label: string } }

export function labelRoutes(app: FastifyInstance, { state }: Served): void {
  const path = '/projects/:id/labels'
  const projectOf = (request: FastifyRequest<Named>): Project => findProject(state, request.params.id)
  app.get<Named>(path, (request, reply) => {
    const [project, params] = [projectOf(request), paramsOf(request)]
    const search = textIn(params, 'search')?.toLowerCase()
    const found = project.labels.filter(({ name }) => search === undefined || name.toLowerCase().includes(search))
    return page(request, reply, found, label => showLabel(project, label, flagIn(params, 'with_counts') === true))
  })
  // The sandbox has labels of projects only.
  app.get<Named>('/groups/:id/labels', (request, reply) => {
    findGroup(state, request.params.id)
    return page(request, reply, [], one => one)
  })
  app.get<Named>(`${path}/:label`, request => showLabel(projectOf(request), labelOf(projectOf(request), request.params.label), false))
  app.post<Named>(path, (request, reply) => {
    const [project, params] = [projectOf(request), paramsOf(request)]
    const [name, color] = [requiredIn(params, 'name'), colorIn(params) ?? requiredIn(params, 'color')]
    if (project.labels.some(one => one.name === name)) throw refuse(409, 'Label already exists')
    const description = textIn(params, 'description') ?? ''
    const created = { id: state.nextId(), name, color, description, priority: numberIn(params, 'priority') ?? null }
    project.labels.push(created)
    return reply.code(201).send(showLabel(project, created, false))
  })
  app.put<Named>(`${path}/:label`, request => {
    const [project, params] = [projectOf(request), paramsOf(request)]
    const label = labelOf(project, request.params.label)
    change(project, label, params)
    return showLabel(project, label, false)
  })
  app.delete<Named>(`${path}/:label`, (request, reply) => {
    const project = projectOf(request)
    const label = labelOf(project, request.params.label)
    project.labels = project.labels.filter(one => one !== label)
    rename(project, label.name, undefined)
    return reply.code(204).send()
  })
}

/** Finds a label by name or ID. */
function labelOf({ labels }: Project, named: string): Label {
  const found = labels.find(({ id, name }) => name === named || String(id) === named)
  if (!found) throw notFound('Label')
  return found
}

function change(project: Project, label: Label, params: Params): void {
  if (!['new_name', 'color', 'description', 'priority'].some(name => params[name] !== undefined))
    throw invalidParameter('new_name, color, description, priority are missing, at least one parameter must be provided')
  const name = textIn(params, 'new_name')
  if (name !== undefined && name !== label.name) {
    if (project.labels.some(one => one.name === name)) throw refuse(400, { title: ['has already been taken'] })
    rename(project, label.name, name)
    label.name = name
  }
  label.color = colorIn(params) ?? label.color
  label.description = textIn(params, 'description') ?? label.description
  if (params['priority'] !== undefined) label.priority = numberIn(params, 'priority') ?? null
}

function colorIn(params: Params): string | undefined {
  const color = textIn(params, 'color')
  if (color !== undefined && !/^(#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]+)$/i.test(color))
    throw refuse(400, { color: ['must be a valid color code'] })
  return color
}

/** Renames the label on every issue and merge request. */
function rename({ issues, merge_requests }: Project, from: string, to: string | undefined): void {
  for (const one of [...issues, ...merge_requests]) {
    if (one.labels.includes(from)) one.labels = [...one.labels.filter(name => name !== from), ...(to === undefined ? [] : [to])].sort()
  }
}
