import { type Caller, hasSpecialScope } from '../../../../contract/call.ts'
import { OperationError } from '../../../../contract/errors.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { jobOf, lintOf, pipelineOf, variableOf } from '../mappers/ci.ts'
import { type MergeRequestRef, mergeRequestTarget } from '../merge-requests/merge-requests.ts'
import type { GitLabCall } from '../request.ts'

interface PipelinesQuery extends Paging {
  project?: string
  status?: string
  ref?: string
  sha?: string
  source?: string
  updated_after?: string
  updated_before?: string
  order_by: string
  sort: string
}

export async function listPipelines(gitlab: GitLab, input: PipelinesQuery, call: GitLabCall) {
  const { project: reference, status, ref, sha, source, updated_after, updated_before, order_by, sort } = input
  const project = await gitlab.project(reference, call)
  const query = { status, ref, sha, source, updated_after, updated_before, order_by, sort }
  const request = { path: `${project.path}/pipelines`, query, subject: project.subject() }
  return await list(gitlab, request, pagingOf(input), pipelineOf, call)
}

export async function listPipelinesOf(gitlab: GitLab, input: MergeRequestRef & Paging, call: GitLabCall) {
  const { path, subject } = await mergeRequestTarget(gitlab, input, call)
  return await list(gitlab, { path: `${path}/pipelines`, subject }, pagingOf(input), pipelineOf, call)
}

export interface PipelineRef {
  project?: string
  pipeline_id: number
}

export async function pipelineTarget(gitlab: GitLab, { project: reference, pipeline_id }: PipelineRef, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  return { path: `${project.path}/pipelines/${pipeline_id}`, subject: project.subject('pipeline', pipeline_id) }
}

export async function getPipeline(gitlab: GitLab, name: PipelineRef, call: GitLabCall) {
  return pipelineOf(await gitlab.row(await pipelineTarget(gitlab, name, call), call))
}

interface NewPipelineContent {
  project?: string
  ref: string
  variables?: { key: string; value: string; variable_type?: string }[]
}

/** GitLab's path for this request is singular: `pipeline`. */
export async function createPipeline(gitlab: GitLab, { project: reference, ref, variables }: NewPipelineContent, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const request = { method: 'POST' as const, path: `${project.path}/pipeline`, json: { ref, variables } }
  return pipelineOf(await gitlab.row({ ...request, subject: project.subject() }, call))
}

export async function actOnPipeline(gitlab: GitLab, name: PipelineRef, verb: 'retry' | 'cancel', call: GitLabCall) {
  const { path, subject } = await pipelineTarget(gitlab, name, call)
  return pipelineOf(await gitlab.row({ method: 'POST', path: `${path}/${verb}`, subject }, call))
}

export async function deletePipeline(gitlab: GitLab, name: PipelineRef, call: GitLabCall) {
  await gitlab.send({ method: 'DELETE', ...(await pipelineTarget(gitlab, name, call)) }, call)
  return { id: name.pipeline_id, deleted: true }
}

interface JobsQuery extends PipelineRef, Paging {
  scope?: string[]
  include_retried: boolean
}

export async function listPipelineJobs(gitlab: GitLab, input: JobsQuery, call: GitLabCall) {
  const { path, subject } = await pipelineTarget(gitlab, input, call)
  const query = { include_retried: input.include_retried, ...(input.scope && { 'scope[]': input.scope }) }
  return await list(gitlab, { path: `${path}/jobs`, query, subject }, pagingOf(input), jobOf, call)
}

const SECRETS = 'gitlab:secrets'

interface VariablesQuery extends PipelineRef, Paging {
  show_values: boolean
}

export async function listVariables(gitlab: GitLab, input: VariablesQuery, call: GitLabCall) {
  if (input.show_values) requireSecretsScope(call.caller)
  const { path, subject } = await pipelineTarget(gitlab, input, call)
  const request = { path: `${path}/variables`, subject, unpaginated: true }
  return await list(gitlab, request, pagingOf(input), row => variableOf(row, input.show_values), call)
}

function requireSecretsScope(caller: Caller): void {
  if (hasSpecialScope(caller, SECRETS)) return
  throw new OperationError('insufficient_permissions', 'The values of variables may be secrets, which this key is not allowed to read.', {
    source: 'gateway',
    outcome: 'not_executed',
    required_scope: SECRETS,
    suggestions: [`Omit show_values, or use a key with the scope ${SECRETS}.`]
  })
}

interface LintQuery {
  project?: string
  content?: string
  ref?: string
  dry_run_pipeline: boolean
}

/** Validates `content`, or the configuration in the repository. It can include files of any project, which GitLab reads with the token and returns. */
export async function lintConfig(
  gitlab: GitLab,
  { project: reference, content, ref, dry_run_pipeline: dry_run }: LintQuery,
  call: GitLabCall
) {
  gitlab.access.checkUnlimited(call, 'Only certain projects may be used here, and a CI configuration can include files of other projects.')
  const project = await gitlab.project(reference, call)
  const path = `${project.path}/ci/lint`
  const subject = project.subject()
  const row =
    content === undefined
      ? await gitlab.row({ path, query: { dry_run, content_ref: ref, dry_run_ref: ref }, subject }, call)
      : await gitlab.row({ method: 'POST', path, json: { content, dry_run, ref }, reads: true, subject }, call)
  return lintOf(row)
}
