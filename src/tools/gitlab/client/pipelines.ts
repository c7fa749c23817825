import { type Caller, holdsSpecial } from '../../../contract/caller.ts'
import { OperationError } from '../../../contract/errors.ts'
import type { GitLab } from './connection.ts'
import { pagingOf } from './issues.ts'
import { type MergeRequestName, mergeRequestPlace } from './merge-requests.ts'
import { list, type Paging } from './paging.ts'
import { placeOf } from './place.ts'
import type { Turn } from './request.ts'
import { jobOf, lintOf, pipelineOf, variableOf } from './shapes/ci.ts'

interface PipelinesQuestion extends Paging {
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

export async function listPipelines(gitlab: GitLab, question: PipelinesQuestion, turn: Turn) {
  const { project, status, ref, sha, source, updated_after, updated_before, order_by, sort } = question
  const place = await placeOf(gitlab, project, turn)
  const query = { status, ref, sha, source, updated_after, updated_before, order_by, sort }
  const request = { path: `${place.path}/pipelines`, query, about: place.about('project', '') }
  return await list(gitlab, request, pagingOf(question), pipelineOf, turn)
}

export async function listPipelinesOf(gitlab: GitLab, question: MergeRequestName & Paging, turn: Turn) {
  const { path, about } = await mergeRequestPlace(gitlab, question, turn)
  return await list(gitlab, { path: `${path}/pipelines`, about }, pagingOf(question), pipelineOf, turn)
}

export interface PipelineName {
  project?: string
  pipeline_id: number
}

async function pipelinePlace(gitlab: GitLab, { project, pipeline_id }: PipelineName, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  return { path: `${place.path}/pipelines/${pipeline_id}`, about: place.about('pipeline', pipeline_id) }
}

export async function getPipeline(gitlab: GitLab, name: PipelineName, turn: Turn) {
  return pipelineOf(await gitlab.row(await pipelinePlace(gitlab, name, turn), turn))
}

interface NewPipelineContent {
  project?: string
  ref: string
  variables?: { key: string; value: string; variable_type?: string }[]
}

/** The one path that says pipeline for several. */
export async function createPipeline(gitlab: GitLab, { project, ref, variables }: NewPipelineContent, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const request = { method: 'POST' as const, path: `${place.path}/pipeline`, json: { ref, variables } }
  return pipelineOf(await gitlab.row({ ...request, about: place.about('project', '') }, turn))
}

export async function actOnPipeline(gitlab: GitLab, name: PipelineName, verb: 'retry' | 'cancel', turn: Turn) {
  const { path, about } = await pipelinePlace(gitlab, name, turn)
  return pipelineOf(await gitlab.row({ method: 'POST', path: `${path}/${verb}`, about }, turn))
}

export async function deletePipeline(gitlab: GitLab, name: PipelineName, turn: Turn) {
  await gitlab.send({ method: 'DELETE', ...(await pipelinePlace(gitlab, name, turn)) }, turn)
  return { id: name.pipeline_id, deleted: true }
}

interface JobsQuestion extends PipelineName, Paging {
  scope?: string[]
  include_retried: boolean
}

export async function listPipelineJobs(gitlab: GitLab, question: JobsQuestion, turn: Turn) {
  const { path, about } = await pipelinePlace(gitlab, question, turn)
  const query = { include_retried: question.include_retried, ...(question.scope && { 'scope[]': question.scope }) }
  return await list(gitlab, { path: `${path}/jobs`, query, about }, pagingOf(question), jobOf, turn)
}

const SECRETS = 'gitlab:secrets'

interface VariablesQuestion extends PipelineName, Paging {
  show_values: boolean
}

export async function listVariables(gitlab: GitLab, question: VariablesQuestion, turn: Turn) {
  if (question.show_values) mayKnowSecrets(turn.caller)
  const { path, about } = await pipelinePlace(gitlab, question, turn)
  const request = { path: `${path}/variables`, about, whole: true }
  return await list(gitlab, request, pagingOf(question), row => variableOf(row, question.show_values), turn)
}

function mayKnowSecrets(caller: Caller): void {
  if (holdsSpecial(caller, SECRETS)) return
  throw new OperationError('insufficient_permissions', 'The values of variables may be secrets, which this key may not see.', {
    source: 'gateway',
    outcome: 'not_executed',
    required_scope: SECRETS,
    suggestions: [`Leave show_values out, or use a key with the scope ${SECRETS}.`]
  })
}

interface LintQuestion {
  project?: string
  content?: string
  ref?: string
  dry_run_pipeline: boolean
}

/** What is given, or what the repository holds. */
export async function lintConfig(gitlab: GitLab, { project, content, ref, dry_run_pipeline: dry_run }: LintQuestion, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const path = `${place.path}/ci/lint`
  const about = place.about('project', '')
  const row =
    content === undefined
      ? await gitlab.row({ path, query: { dry_run, content_ref: ref, dry_run_ref: ref }, about }, turn)
      : await gitlab.row({ method: 'POST', path, json: { content, dry_run, ref }, reads: true, about }, turn)
  return lintOf(row)
}
