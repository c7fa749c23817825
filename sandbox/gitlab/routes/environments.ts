import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findProject } from '../find.ts'
import { page } from '../paging.ts'
import { exclusive, flagIn, paramsOf, textIn, wordIn } from '../params.ts'
import { invalidParameter, notFound, refuse } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import { ME } from '../state/me.ts'
import type { Deployment, Environment, Project } from '../state/model.ts'
import { resolve } from '../state/repository.ts'
import { dayAt } from '../state/time.ts'
import { showJob } from '../views/ci.ts'
import { baseFor } from './repository.ts'

type Named = { Params: { id: string; one: string } }

/** Environments and deployments. Each project with pipelines has a production environment, and a review app. */
export default function environmentRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const projectOf = (request: FastifyRequest<Named>): Project => seeded(findProject(state, request.params.id))
  const environmentOf = (request: FastifyRequest<Named>): [Project, Environment] => {
    const project = projectOf(request)
    const found = project.environments?.find(({ id }) => String(id) === request.params.one)
    if (!found) throw notFound('Environment')
    return [project, found]
  }
  const show = (request: FastifyRequest<Named>, project: Project, one: Environment) => {
    const last = project.deployments?.filter(({ environment_id }) => environment_id === one.id).at(-1)
    return {
      ...shortly(one),
      tier: one.tier,
      state: one.state,
      description: one.description,
      auto_stop_at: null,
      ...(last && { last_deployment: deployment(request, project, last) })
    }
  }
  const deployment = (request: FastifyRequest<Named>, project: Project, { environment_id, pipeline_id, ...one }: Deployment) => {
    const environment = project.environments?.find(({ id }) => id === environment_id)
    const pipeline = project.pipelines.find(({ id }) => id === pipeline_id)
    const job = pipeline?.jobs.find(({ name }) => name === 'deploy')
    const views = viewsFor(served, request)
    return {
      ...one,
      user: views.userById(ME),
      environment: environment ? shortly(environment) : null,
      deployable: pipeline && job ? showJob(views, baseFor(served, request), project, pipeline, job) : null
    }
  }
  const path = '/projects/:id/environments'
  app.get<Named>(path, (request, reply) => {
    const [project, params] = [projectOf(request), paramsOf(request)]
    exclusive(params, 'name', 'search')
    const [name, search] = [textIn(params, 'name'), textIn(params, 'search')]
    if (search !== undefined && search.length < 3) throw refuse(400, 'Search query is less than 3 characters')
    const states = wordIn(params, 'states', ['available', 'stopping', 'stopped'])
    const found = (project.environments ?? []).filter(
      one =>
        (name === undefined || one.name === name) &&
        (search === undefined || one.name.includes(search)) &&
        (states === undefined || one.state === states)
    )
    return page(request, reply, found, one => show(request, project, one))
  })
  app.post<Named>(path, (request, reply) => {
    const [project, params] = [projectOf(request), paramsOf(request)]
    const name = textIn(params, 'name') ?? ''
    if (name === '') throw invalidParameter('name is missing')
    if (project.environments?.some(one => one.name === name)) throw refuse(400, { name: ['has already been taken'] })
    const times = { created_at: now(), updated_at: now() }
    const created: Environment = {
      id: state.nextId(),
      name,
      tier: textIn(params, 'tier') ?? 'other',
      state: 'available',
      external_url: textIn(params, 'external_url') ?? null,
      description: textIn(params, 'description') ?? null,
      ...times
    }
    project.environments?.push(created)
    return reply.code(201).send(show(request, project, created))
  })
  app.get<Named>(`${path}/:one`, request => show(request, ...environmentOf(request)))
  app.put<Named>(`${path}/:one`, request => {
    const [project, found] = environmentOf(request)
    const params = paramsOf(request)
    found.external_url = textIn(params, 'external_url') ?? found.external_url
    found.tier = textIn(params, 'tier') ?? found.tier
    found.description = textIn(params, 'description') ?? found.description
    found.updated_at = now()
    return show(request, project, found)
  })
  app.post<Named>(`${path}/:one/stop`, (request, reply) => {
    const [project, found] = environmentOf(request)
    flagIn(paramsOf(request), 'force')
    Object.assign(found, { state: 'stopped', updated_at: now() })
    return reply.code(201).send(show(request, project, found))
  })
  app.delete<Named>(`${path}/:one`, (request, reply) => {
    const [project, found] = environmentOf(request)
    if (found.state !== 'stopped') throw refuse(403, '403 Forbidden')
    project.environments = project.environments?.filter(one => one !== found) ?? []
    return reply.code(204).send()
  })
  const deployments = '/projects/:id/deployments'
  app.get<Named>(deployments, (request, reply) => {
    const [project, params] = [projectOf(request), paramsOf(request)]
    const [name, status] = [textIn(params, 'environment'), textIn(params, 'status')]
    const named = project.environments?.find(one => one.name === name)
    const found = (project.deployments ?? []).filter(
      one => (name === undefined || one.environment_id === named?.id) && (status === undefined || one.status === status)
    )
    const sign = wordIn(params, 'sort', ['asc', 'desc']) === 'desc' ? -1 : 1
    return page(
      request,
      reply,
      found.toSorted((a, b) => sign * (a.id - b.id)),
      one => deployment(request, project, one)
    )
  })
  app.get<Named>(`${deployments}/:one`, request => {
    const project = projectOf(request)
    const found = project.deployments?.find(({ id }) => String(id) === request.params.one)
    if (!found) throw notFound('Deployment')
    return deployment(request, project, found)
  })
}

const shortly = ({ id, name, external_url, created_at, updated_at }: Environment) => ({
  id,
  name,
  slug: name.replace(/[^a-z0-9]+/g, '-'),
  external_url,
  created_at,
  updated_at
})

function seeded(project: Project): Project {
  if (project.environments) return project
  const first = project.id * 100
  const environment = (number: number, name: string, tier: string, external_url: string): Environment => ({
    id: first + number,
    name,
    tier,
    state: 'available',
    external_url,
    description: null,
    created_at: dayAt(60),
    updated_at: dayAt(71)
  })
  project.environments = [
    environment(1, 'production', 'production', 'https://acme.example.com'),
    environment(2, 'review/dark-mode', 'development', 'https://dark-mode.acme.example.com')
  ]
  if (project.path === 'acme/sandpit')
    project.environments.push({
      ...environment(3, 'review/old-form', 'development', 'https://old-form.acme.example.com'),
      state: 'stopped'
    })
  const deployed = (number: number, environment_id: number, ref: string, status: string): Deployment => ({
    id: first * 10 + number,
    iid: number,
    environment_id,
    ref,
    sha: resolve(project.repository, ref)?.id ?? '',
    status,
    pipeline_id: first + number,
    created_at: dayAt(70 + number),
    updated_at: dayAt(70 + number)
  })
  const { pipelines } = project
  project.deployments =
    pipelines.length > 0 ? [deployed(1, first + 1, 'main', 'success'), deployed(2, first + 2, 'feature/dark-mode', 'failed')] : []
  return project
}
