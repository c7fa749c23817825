import { ME } from '../state/me.ts'
import type { Job, Pipeline, Project } from '../state/model.ts'
import { jobStatus, pipelineStatus } from '../state/running.ts'
import type { Views } from './show.ts'

const timeOf = (ms: number): string => new Date(ms).toISOString()

export function showPipeline(views: Views, base: string, { id: project_id, path }: Project, one: Pipeline) {
  const status = one.yaml_errors === undefined ? pipelineStatus(one) : 'failed'
  const ends = Math.max(Date.parse(one.created_at), ...one.jobs.map(({ starts, takes_ms }) => starts + takes_ms))
  const ended = ['success', 'failed'].includes(status)
  return {
    id: one.id,
    iid: one.id % 100,
    project_id,
    name: one.name ?? null,
    sha: one.sha,
    ref: one.ref,
    status,
    source: one.source,
    user: views.userById(ME),
    created_at: one.created_at,
    updated_at: ended ? timeOf(ends) : one.created_at,
    started_at: one.created_at,
    finished_at: ended ? timeOf(ends) : null,
    duration: ended ? Math.round((ends - Date.parse(one.created_at)) / 1000) : null,
    coverage: one.coverage ?? null,
    yaml_errors: one.yaml_errors ?? null,
    web_url: `${base}/${path}/-/pipelines/${one.id}`
  }
}

export function showJob(views: Views, base: string, project: Project, pipeline: Pipeline, job: Job) {
  const status = jobStatus(job)
  const begun = !['pending', 'manual', 'canceled'].includes(status)
  const ended = ['success', 'failed'].includes(status)
  return {
    id: job.id,
    name: job.name,
    stage: job.stage,
    status,
    ref: pipeline.ref,
    tag: false,
    allow_failure: false,
    ...(status === 'failed' && { failure_reason: 'script_failure' }),
    user: views.userById(ME),
    pipeline: { id: pipeline.id, project_id: project.id, ref: pipeline.ref, sha: pipeline.sha },
    ...(job.artifacts.size > 0 && { artifacts_file: { filename: 'artifacts.zip', size: 1000 } }),
    artifacts: [{ file_type: 'trace', size: job.log.length, filename: 'job.log', file_format: null }],
    created_at: pipeline.created_at,
    started_at: begun ? timeOf(job.starts) : null,
    finished_at: ended ? timeOf(job.starts + job.takes_ms) : null,
    duration: ended ? job.takes_ms / 1000 : null,
    web_url: `${base}/${project.path}/-/jobs/${job.id}`
  }
}
