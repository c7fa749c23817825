import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findProject } from '../find.ts'
import { page } from '../paging.ts'
import { flagIn, type Params, paramsOf, requiredIn, textIn, wordIn } from '../params.ts'
import { notFound, refuse } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import { ME } from '../state/me.ts'
import type { ExternalStatus, Pipeline, Project, Schedule } from '../state/model.ts'
import { resolve } from '../state/repository.ts'
import { jobStatus, nextRunId } from '../state/running.ts'
import { jobsOf, pipelineFor } from '../state/seed-pipelines.ts'
import { showJob, showPipeline } from '../views/ci.ts'
import { listed } from '../views/listed.ts'
import { JOB_MS } from './pipelines.ts'
import { baseFor, commitOf } from './repository.ts'

type Named = { Params: { id: string; pipeline: string; schedule: string; sha: string } }

/** Downstream pipelines, test reports, statuses of commits, and schedules. */
export default function ciReportRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const pipelineOf = ({ id, pipeline }: Named['Params']): [Project, Pipeline] => {
    const project = findProject(state, id)
    const found = project.pipelines.find(one => String(one.id) === pipeline)
    if (!found) throw refuse(404, '404 Not found')
    return [project, found]
  }
  app.get<Named>('/projects/:id/pipelines/:pipeline/bridges', (request, reply) => {
    const [project, pipeline] = pipelineOf(request.params)
    const [views, base] = [viewsFor(served, request), baseFor(served, request)]
    const [trigger] = pipeline.jobs
    const bridges = (pipeline.downstream ?? []).flatMap(({ project_id, pipeline_id }) => {
      const [of, started] = pipelineOf({ ...request.params, id: String(project_id), pipeline: String(pipeline_id) })
      const {
        artifacts: _,
        artifacts_file: __,
        ...job
      } = {
        artifacts_file: null,
        ...showJob(views, base, project, pipeline, { ...(trigger ?? started.jobs[0] ?? never()), name: 'trigger', stage: 'deploy' })
      }
      return { ...job, id: pipeline.id * 10 + 9, downstream_pipeline: listed('pipeline', showPipeline(views, base, of, started)) }
    })
    return page(request, reply, bridges, one => one)
  })
  app.get<Named>('/projects/:id/pipelines/:pipeline/test_report', request => {
    const [, { tests = new Map() }] = pipelineOf(request.params)
    const suites = [...tests].map(([name, test_cases]) => ({ name, ...countsOf(test_cases), suite_error: null, test_cases }))
    return { ...countsOf([...tests.values()].flat()), test_suites: suites }
  })
  app.get<Named>('/projects/:id/repository/commits/:sha/statuses', (request, reply) => {
    const project = findProject(state, request.params.id)
    const params = paramsOf(request)
    const [ref, name] = [textIn(params, 'ref'), textIn(params, 'name')]
    const { id: sha } = commitOf(project, request.params.sha)
    const found = project.pipelines
      .filter(one => one.sha === sha && (ref === undefined || one.ref === ref))
      .flatMap(pipeline =>
        pipeline.jobs.filter(job => flagIn(params, 'all') === true || !job.retried).map(job => ({ pipeline, job, id: job.id }))
      )
      .filter(({ job }) => name === undefined || job.name === name)
    const ofJobs = found.map(({ pipeline, job }) => {
      const { artifacts: _, user, ...shown } = showJob(viewsFor(served, request), baseFor(served, request), project, pipeline, job)
      const { id, status, created_at, started_at, finished_at, allow_failure } = shown
      const times = { created_at, started_at, finished_at }
      return {
        id,
        sha,
        ref: pipeline.ref,
        status,
        name: job.name,
        target_url: shown.web_url,
        description: null,
        ...times,
        allow_failure,
        coverage: null,
        pipeline_id: pipeline.id,
        author: user
      }
    })
    const external = (project.statuses ?? []).filter(
      one => one.sha === sha && (ref === undefined || one.ref === ref) && (name === undefined || one.name === name)
    )
    return page(request, reply, [...ofJobs, ...external.map(one => statusOf(request, one))], one => one)
  })
  const statusOf = (request: FastifyRequest, one: ExternalStatus) => ({
    ...one,
    started_at: null,
    finished_at: ['success', 'failed', 'canceled'].includes(one.status) ? one.created_at : null,
    allow_failure: false,
    pipeline_id: null,
    author: viewsFor(served, request).userById(ME)
  })
  app.post<Named>('/projects/:id/statuses/:sha', (request, reply) => {
    const [project, params] = [findProject(state, request.params.id), paramsOf(request)]
    const { id: sha } = commitOf(project, request.params.sha)
    const status = wordIn(params, 'state', ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'])
    if (status === undefined) throw refuse(400, 'state is missing')
    const name = textIn(params, 'name') ?? textIn(params, 'context') ?? 'default'
    const ref = textIn(params, 'ref') ?? project.default_branch ?? 'main'
    const known = project.statuses?.find(one => one.sha === sha && one.ref === ref && one.name === name)
    if (known?.status === status)
      throw refuse(400, `Cannot transition status via :enqueue from :${status} (Reason(s): Status cannot transition)`)
    const coverage = textIn(params, 'coverage')
    const content = {
      status,
      description: textIn(params, 'description') ?? null,
      target_url: textIn(params, 'target_url') ?? null,
      coverage: coverage === undefined ? null : Number(coverage)
    }
    const created: ExternalStatus = known ?? { id: state.nextId(), sha, ref, name, created_at: now(), ...content }
    if (known) Object.assign(known, content)
    else project.statuses = [...(project.statuses ?? []), created]
    return reply.code(201).send(statusOf(request, created))
  })
  scheduleRoutes(app, served)
}

function never(): never {
  throw refuse(404, '404 Not found')
}

const countsOf = (cases: readonly { status: string; execution_time: number }[]) => {
  const having = (status: string): number => cases.filter(one => one.status === status).length
  return {
    total_time: cases.reduce((sum, one) => sum + one.execution_time, 0),
    total_count: cases.length,
    success_count: having('success'),
    failed_count: having('failed'),
    skipped_count: having('skipped'),
    error_count: having('error')
  }
}

function scheduleRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const path = '/projects/:id/pipeline_schedules'
  const show = (request: FastifyRequest, { last_pipeline_id: _, ...one }: Schedule) => ({
    ...one,
    next_run_at: one.active ? new Date(Date.now() + 3_600_000).toISOString() : null,
    owner: viewsFor(served, request).userById(ME),
    inputs: []
  })
  const detail = (request: FastifyRequest, project: Project, one: Schedule) => {
    const last = project.pipelines.find(({ id }) => id === one.last_pipeline_id)
    const shown = last && { id: last.id, sha: last.sha, ref: last.ref, status: jobStatus(last.jobs[0] ?? never()) }
    return { ...show(request, one), last_pipeline: shown ?? null, variables: [] }
  }
  const named = ({ id, schedule }: Named['Params']): [Project, Schedule] => {
    const project = findProject(state, id)
    const found = project.schedules?.find(one => String(one.id) === schedule)
    if (!found) throw notFound('Pipeline Schedule')
    return [project, found]
  }
  const change = (project: Project, one: Schedule, params: Params): void => {
    const [ref, cron] = [textIn(params, 'ref') ?? one.ref, textIn(params, 'cron') ?? one.cron]
    if (!resolve(project.repository, ref)) throw refuse(400, { ref: ['is ambiguous or does not exist'] })
    if (cron.trim().split(/\s+/).length !== 5) throw refuse(400, { cron: [' is invalid syntax'] })
    const active = flagIn(params, 'active') ?? one.active
    const description = textIn(params, 'description') ?? one.description
    Object.assign(one, {
      ref,
      cron,
      active,
      description,
      cron_timezone: textIn(params, 'cron_timezone') ?? one.cron_timezone,
      updated_at: now()
    })
  }
  app.get<Named>(path, (request, reply) => {
    const scope = wordIn(paramsOf(request), 'scope', ['active', 'inactive'])
    const found = (findProject(state, request.params.id).schedules ?? []).filter(
      one => scope === undefined || one.active === (scope === 'active')
    )
    return page(request, reply, found, one => show(request, one))
  })
  app.get<Named>(`${path}/:schedule`, request => detail(request, ...named(request.params)))
  app.post<Named>(path, (request, reply) => {
    const project = findProject(state, request.params.id)
    const params = paramsOf(request)
    const created: Schedule = {
      id: state.nextId(),
      description: requiredIn(params, 'description'),
      ref: requiredIn(params, 'ref'),
      cron: requiredIn(params, 'cron'),
      cron_timezone: 'UTC',
      active: true,
      created_at: now(),
      updated_at: now(),
      last_pipeline_id: null
    }
    change(project, created, params)
    project.schedules = [...(project.schedules ?? []), created]
    return reply.code(201).send(detail(request, project, created))
  })
  app.put<Named>(`${path}/:schedule`, request => {
    const [project, one] = named(request.params)
    change(project, one, paramsOf(request))
    return detail(request, project, one)
  })
  app.delete<Named>(`${path}/:schedule`, (request, reply) => {
    const [project, one] = named(request.params)
    project.schedules = project.schedules?.filter(other => other !== one) ?? []
    return reply.code(204).send()
  })
  app.post<Named>(`${path}/:schedule/play`, (request, reply) => {
    const [project, one] = named(request.params)
    const created = { ...pipelineFor(project, nextRunId(state), one.ref, now()), source: 'schedule', variables: [] }
    project.pipelines.push({ ...created, jobs: jobsOf(() => nextRunId(state), Date.now(), JOB_MS, 'success') })
    one.last_pipeline_id = created.id
    return reply.code(201).send({ message: '201 Created' })
  })
}
