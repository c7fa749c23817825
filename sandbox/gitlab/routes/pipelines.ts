import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findProject } from '../find.ts'
import { page } from '../paging.ts'
import { flagIn, listIn, type Params, paramsOf, requiredIn, textIn } from '../params.ts'
import { refuse } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import type { Pipeline, Project } from '../state/model.ts'
import { resolve } from '../state/repository.ts'
import { cancel, jobStatus, nextRunId, pipelineStatus, retryJob } from '../state/running.ts'
import { jobsOf, pipelineFor } from '../state/seed-pipelines.ts'
import { showJob, showPipeline } from '../views/ci.ts'
import { listed } from '../views/listed.ts'
import { within } from './filter.ts'
import { findMergeRequest, type OneMergeRequest } from './merge-requests.ts'
import { baseFor } from './repository.ts'

type Named = { Params: { id: string; pipeline: string } }

/** Duration of jobs that clients start. */
export const JOB_MS = 300

export function pipelineRoutes(app: FastifyInstance, served: Served): void {
  const show = (request: FastifyRequest, of: Project, one: Pipeline) =>
    showPipeline(viewsFor(served, request), baseFor(served, request), of, one)
  const path = '/projects/:id/pipelines'
  app.get<Named>(path, (request, reply) => {
    const project = findProject(served.state, request.params.id)
    return page(request, reply, select(project.pipelines, paramsOf(request)), one => listed('pipeline', show(request, project, one)))
  })
  app.get<OneMergeRequest>('/projects/:id/merge_requests/:iid/pipelines', (request, reply) => {
    const [project, { source_branch }] = findMergeRequest(served, request.params)
    const found = project.pipelines.filter(({ ref }) => ref === source_branch).toReversed()
    return page(request, reply, found, one => listed('pipeline', show(request, project, one)))
  })
  app.post<Named>('/projects/:id/pipeline', (request, reply) => {
    const project = findProject(served.state, request.params.id)
    return reply.code(201).send(show(request, project, run(served, project, paramsOf(request))))
  })
  app.get<Named>(`${path}/:pipeline`, request => show(request, ...named(served, request)))
  app.delete<Named>(`${path}/:pipeline`, (request, reply) => {
    const [project, one] = named(served, request)
    project.pipelines = project.pipelines.filter(other => other !== one)
    return reply.code(204).send()
  })
  app.post<Named>(`${path}/:pipeline/retry`, (request, reply) => {
    const [project, one] = named(served, request)
    const ended = one.jobs.filter(job => !job.retried && ['failed', 'canceled'].includes(jobStatus(job)))
    for (const job of ended) retryJob(one, job, nextRunId(served.state), JOB_MS)
    return reply.code(201).send(show(request, project, one))
  })
  app.post<Named>(`${path}/:pipeline/cancel`, request => {
    const [project, one] = named(served, request)
    one.jobs.forEach(cancel)
    return show(request, project, one)
  })
  partRoutes(app, served, path)
}

function partRoutes(app: FastifyInstance, served: Served, path: string): void {
  app.get<Named>(`${path}/:pipeline/jobs`, (request, reply) => {
    const [project, one] = named(served, request)
    const params = paramsOf(request)
    const [scope, retried] = [listIn(params, 'scope'), flagIn(params, 'include_retried') === true]
    const found = one.jobs.filter(job => (retried || !job.retried) && (scope === undefined || scope.includes(jobStatus(job))))
    return page(request, reply, found, job => showJob(viewsFor(served, request), baseFor(served, request), project, one, job))
  })
  app.get<Named>(`${path}/:pipeline/variables`, request => named(served, request)[1].variables)
  app.get<Named>('/projects/:id/ci/lint', request => {
    findProject(served.state, request.params.id)
    return { valid: true, errors: [], warnings: [], merged_yaml: '---\nbuild:\n  script: make\n' }
  })
  app.post<Named>('/projects/:id/ci/lint', request => {
    findProject(served.state, request.params.id)
    const content = requiredIn(paramsOf(request), 'content')
    const errors = /script:/.test(content) ? [] : ['jobs build config should implement the script:, run:, or trigger: keyword']
    return { valid: errors.length === 0, errors, warnings: [], merged_yaml: errors.length === 0 ? content : null }
  })
}

function named({ state }: Served, { params }: FastifyRequest<Named>): [Project, Pipeline] {
  const project = findProject(state, params.id)
  const found = project.pipelines.find(({ id }) => String(id) === params.pipeline)
  if (!found) throw refuse(404, '404 Not found')
  return [project, found]
}

function select(all: readonly Pipeline[], params: Params): Pipeline[] {
  const [status, ref, sha, source] = ['status', 'ref', 'sha', 'source'].map(name => textIn(params, name))
  const found = all.filter(
    one =>
      (status === undefined || pipelineStatus(one) === status) &&
      (ref === undefined || one.ref === ref) &&
      (sha === undefined || one.sha === sha) &&
      (source === undefined || one.source === source) &&
      within(params, 'updated', one.created_at)
  )
  const sign = textIn(params, 'sort') === 'asc' ? 1 : -1
  return found.toSorted((a, b) => sign * (a.id - b.id))
}

function run({ state }: Served, project: Project, params: Params): Pipeline {
  const ref = requiredIn(params, 'ref')
  if (!resolve(project.repository, ref)) throw refuse(400, { base: ['Reference not found'] })
  const list: unknown = params['variables']
  const variables = (Array.isArray(list) ? list : []).map(one => ({ variable_type: 'env_var', ...Object(one) }))
  const created = { ...pipelineFor(project, nextRunId(state), ref, now()), source: 'api', variables }
  const pipeline = { ...created, jobs: jobsOf(() => nextRunId(state), Date.now(), JOB_MS, 'success') }
  project.pipelines.push(pipeline)
  return pipeline
}
