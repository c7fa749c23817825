import { segment } from '../../../../lib/http/segment.ts'
import { below, flagOrNull, integerOrNull, numberOrNull, type Row, rows, textOrNull, time } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { jobOf, pipelineOf } from '../mappers/ci.ts'
import { personIn } from '../mappers/people.ts'
import type { GitLabCall } from '../request.ts'
import { type PipelineRef, pipelineTarget } from './pipelines.ts'

/** A trigger job, with the pipeline that it started, which may belong to another project. */
const bridgeOf = (row: Row) => {
  const { has_artifacts: _, ...job } = jobOf(row)
  const downstream = below(row, 'downstream_pipeline')
  return { ...job, downstream_pipeline: integerOrNull(downstream, 'id') === null ? null : pipelineOf(downstream) }
}

const downstreamProject = (row: Row) => ({ id: integerOrNull(below(row, 'downstream_pipeline'), 'project_id'), path: '' })

/** A downstream pipeline of a project that the caller may not use is left out. */
export async function listDownstream(gitlab: GitLab, input: PipelineRef & Paging, call: GitLabCall) {
  const { path, subject } = await pipelineTarget(gitlab, input, call)
  const request = { path: `${path}/bridges`, subject, projectOf: downstreamProject }
  return await list(gitlab, request, pagingOf(input), bridgeOf, call)
}

const MAX_CASES = 100

/** Only what did not pass is returned: a suite may have thousands of cases. */
export async function getTestReport(gitlab: GitLab, name: PipelineRef, call: GitLabCall) {
  const { path, subject } = await pipelineTarget(gitlab, name, call)
  const report = await gitlab.row({ path: `${path}/test_report`, subject }, call)
  const suites = rows(report, 'test_suites')
  const failed = suites.flatMap(suite =>
    rows(suite, 'test_cases')
      .filter(one => ['failed', 'error'].includes(textOrNull(one, 'status') ?? ''))
      .map(one => ({
        suite: textOrNull(suite, 'name'),
        name: textOrNull(one, 'name'),
        class_name: textOrNull(one, 'classname'),
        status: textOrNull(one, 'status'),
        seconds: numberOrNull(one, 'execution_time'),
        output: outputOf(one)
      }))
  )
  return {
    total_count: integerOrNull(report, 'total_count'),
    success_count: integerOrNull(report, 'success_count'),
    failed_count: integerOrNull(report, 'failed_count'),
    skipped_count: integerOrNull(report, 'skipped_count'),
    error_count: integerOrNull(report, 'error_count'),
    seconds: numberOrNull(report, 'total_time'),
    failures: failed.slice(0, MAX_CASES),
    more_failures: Math.max(0, failed.length - MAX_CASES),
    suite_errors: suites.flatMap(suite => textOrNull(suite, 'suite_error') ?? []),
    untrusted: true
  }
}

const MAX_OUTPUT = 4_000

const outputOf = (one: Row): string | null => {
  const { system_output } = one
  const text = typeof system_output === 'string' ? system_output : system_output ? JSON.stringify(system_output) : null
  return text?.slice(0, MAX_OUTPUT) ?? null
}

const statusOf = (row: Row) => ({
  id: integerOrNull(row, 'id'),
  name: textOrNull(row, 'name'),
  status: textOrNull(row, 'status'),
  ref: textOrNull(row, 'ref'),
  pipeline_id: integerOrNull(row, 'pipeline_id'),
  description: textOrNull(row, 'description'),
  target_url: textOrNull(row, 'target_url'),
  coverage: numberOrNull(row, 'coverage'),
  allow_failure: flagOrNull(row, 'allow_failure'),
  author: personIn(row, 'author'),
  created_at: time(row, 'created_at'),
  finished_at: time(row, 'finished_at')
})

interface StatusesQuery extends Paging {
  project?: string
  sha: string
  ref?: string
  name?: string
  all: boolean
}

export async function listCommitStatuses(
  gitlab: GitLab,
  { project: reference, sha, ref, name, all, ...input }: StatusesQuery,
  call: GitLabCall
) {
  const project = await gitlab.project(reference, call)
  const request = {
    path: `${project.path}/repository/commits/${segment(sha, 'sha')}/statuses`,
    query: { ref, name, all },
    subject: project.subject('commit', sha)
  }
  return await list(gitlab, request, pagingOf(input), statusOf, call)
}

interface NewStatus {
  project?: string
  sha: string
  state: string
  name: string
  ref?: string
  description?: string
  target_url?: string
  coverage?: number
  pipeline_id?: number
}

export async function setCommitStatus(gitlab: GitLab, { project: reference, sha, ...content }: NewStatus, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const path = `${project.path}/statuses/${segment(sha, 'sha')}`
  return statusOf(await gitlab.row({ method: 'POST', path, json: content, subject: project.subject('commit', sha) }, call))
}
