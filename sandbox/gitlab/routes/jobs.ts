import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findProject } from '../find.ts'
import { page } from '../paging.ts'
import { listIn, paramsOf } from '../params.ts'
import { refuse } from '../refusal.ts'
import { type Served, viewsFor } from '../served.ts'
import type { Job, Pipeline, Project } from '../state/model.ts'
import { cancel, jobStatus, nextRunId, retryJob } from '../state/running.ts'
import { showJob } from '../views/ci.ts'
import { zip } from '../zip.ts'
import { JOB_MS } from './pipelines.ts'
import { baseFor } from './repository.ts'

type Named = { Params: { id: string; job: string; '*': string } }

export function jobRoutes(app: FastifyInstance, served: Served): void {
  const path = '/projects/:id/jobs/:job'
  const show = (request: FastifyRequest, ...[project, pipeline, job]: [Project, Pipeline, Job]) =>
    showJob(viewsFor(served, request), baseFor(served, request), project, pipeline, job)
  app.get<Named>('/projects/:id/jobs', (request, reply) => {
    const project = findProject(served.state, request.params.id)
    const scope = listIn(paramsOf(request), 'scope')
    const all = project.pipelines.flatMap(pipeline => pipeline.jobs.map(job => ({ id: job.id, pipeline, job })))
    const found = all.filter(({ job }) => scope === undefined || scope.includes(jobStatus(job))).toSorted((a, b) => b.id - a.id)
    return page(request, reply, found, ({ pipeline, job }) => show(request, project, pipeline, job))
  })
  app.get<Named>(path, request => show(request, ...named(served, request)))
  app.get<Named>(`${path}/trace`, (request, reply) => {
    const [, , job] = named(served, request)
    return reply.type('text/plain').send(['pending', 'manual'].includes(jobStatus(job)) ? '' : job.log)
  })
  app.post<Named>(`${path}/retry`, (request, reply) => {
    const [project, pipeline, job] = named(served, request)
    if (job.retried || ['pending', 'running', 'manual'].includes(jobStatus(job))) throw refuse(403, '403 Forbidden - Job is not retryable')
    return reply.code(201).send(show(request, project, pipeline, retryJob(pipeline, job, nextRunId(served.state), JOB_MS)))
  })
  app.post<Named>(`${path}/cancel`, (request, reply) => {
    const [project, pipeline, job] = named(served, request)
    cancel(job)
    return reply.code(201).send(show(request, project, pipeline, job))
  })
  app.post<Named>(`${path}/play`, request => {
    const [project, pipeline, job] = named(served, request)
    if (!job.manual) throw refuse(400, '400 Bad request - Unplayable Job')
    Object.assign(job, { manual: false, starts: Date.now(), takes_ms: JOB_MS })
    return show(request, project, pipeline, job)
  })
  artifactRoutes(app, served, path)
}

function artifactRoutes(app: FastifyInstance, served: Served, path: string): void {
  app.get<Named>(`${path}/artifacts`, (request, reply) => {
    const [, , { artifacts }] = named(served, request)
    if (artifacts.size === 0) throw refuse(404, '404 Not found')
    return reply.type('application/zip').send(zip(artifacts))
  })
  app.get<Named>(`${path}/artifacts/*`, (request, reply) => {
    const bytes = named(served, request)[2].artifacts.get(request.params['*'])
    if (!bytes) throw refuse(404, '404 Not found')
    return reply.type('application/octet-stream').send(bytes)
  })
}

function named({ state }: Served, { params }: FastifyRequest<Named>): [Project, Pipeline, Job] {
  const project = findProject(state, params.id)
  for (const pipeline of project.pipelines) {
    const job = pipeline.jobs.find(({ id }) => String(id) === params.job)
    if (job) return [project, pipeline, job]
  }
  throw refuse(404, '404 Not found')
}
