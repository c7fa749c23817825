import { OperationError } from '../../../../contract/errors.ts'
import { below, has, integerOrNull, isRow, pick, type Row, textOrNull, time } from '../../../../lib/row.ts'
import type { Deployment, Environment } from '../../schemas/environments.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { personIn } from '../mappers/people.ts'
import type { GitLabCall } from '../request.ts'

const deploymentOf = (row: Row): Deployment => {
  const job = below(row, 'deployable')
  return {
    id: integerOrNull(row, 'id'),
    iid: integerOrNull(row, 'iid'),
    status: textOrNull(row, 'status'),
    environment: textOrNull(below(row, 'environment'), 'name'),
    ref: textOrNull(row, 'ref'),
    sha: textOrNull(row, 'sha'),
    user: personIn(row, 'user'),
    job: has(row, 'deployable')
      ? { id: integerOrNull(job, 'id'), name: textOrNull(job, 'name'), pipeline_id: integerOrNull(below(job, 'pipeline'), 'id') }
      : null,
    created_at: time(row, 'created_at'),
    updated_at: time(row, 'updated_at')
  }
}

const environmentOf = (row: Row): Environment => ({
  id: integerOrNull(row, 'id'),
  name: textOrNull(row, 'name'),
  tier: textOrNull(row, 'tier'),
  state: textOrNull(row, 'state'),
  external_url: textOrNull(row, 'external_url'),
  description: textOrNull(row, 'description'),
  last_deployment: isRow(row['last_deployment']) ? deploymentOf(row['last_deployment']) : null,
  auto_stop_at: time(row, 'auto_stop_at'),
  created_at: time(row, 'created_at'),
  updated_at: time(row, 'updated_at')
})

interface EnvironmentsQuery extends Paging {
  project?: string
  name?: string
  search?: string
  state?: string
}

export async function listEnvironments(gitlab: GitLab, { name, search, state, ...input }: EnvironmentsQuery, call: GitLabCall) {
  const project = await gitlab.project(input.project, call)
  const request = { path: `${project.path}/environments`, query: { name, search, states: state }, subject: project.subject() }
  return await list(gitlab, request, pagingOf(input), environmentOf, call)
}

interface EnvironmentRef {
  project?: string
  environment_id: number
}

async function environmentTarget(gitlab: GitLab, { project: reference, environment_id }: EnvironmentRef, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  return { path: `${project.path}/environments/${environment_id}`, subject: project.subject('environment', environment_id) }
}

/** Lists of environments omit the last deployment. */
export async function getEnvironment(gitlab: GitLab, name: EnvironmentRef, call: GitLabCall) {
  return environmentOf(await gitlab.row(await environmentTarget(gitlab, name, call), call))
}

export async function stopEnvironment(gitlab: GitLab, { force, ...name }: EnvironmentRef & { force: boolean }, call: GitLabCall) {
  const { path, subject } = await environmentTarget(gitlab, name, call)
  return environmentOf(await gitlab.row({ method: 'POST', path: `${path}/stop`, json: { force }, subject }, call))
}

interface EnvironmentContent {
  external_url?: string
  tier?: string
  description?: string
}

const CONTENT = ['external_url', 'tier', 'description']

export async function createEnvironment(
  gitlab: GitLab,
  { project: reference, name, ...content }: EnvironmentContent & { project?: string; name: string },
  call: GitLabCall
) {
  const project = await gitlab.project(reference, call)
  const json = { name, ...pick(content, CONTENT) }
  return environmentOf(await gitlab.row({ method: 'POST', path: `${project.path}/environments`, json, subject: project.subject() }, call))
}

export async function updateEnvironment(gitlab: GitLab, input: EnvironmentContent & EnvironmentRef, call: GitLabCall) {
  return environmentOf(
    await gitlab.row({ method: 'PUT', ...(await environmentTarget(gitlab, input, call)), json: pick(input, CONTENT) }, call)
  )
}

/** GitLab refuses an environment that is not stopped with the same 403 as a user without permission, so its state is read first. */
export async function deleteEnvironment(gitlab: GitLab, input: EnvironmentRef, call: GitLabCall) {
  const target = await environmentTarget(gitlab, input, call)
  const { state, name } = environmentOf(await gitlab.row(target, call))
  if (state !== 'stopped')
    throw new OperationError('cannot_be_honoured', `The environment ${name} is ${state}: only stopped environments can be deleted.`, {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: ['Stop it with gitlab_stop_environment, which takes down what runs there; then delete it.']
    })
  await gitlab.send({ method: 'DELETE', ...target }, call)
  return { environment_id: input.environment_id, deleted: true }
}

interface DeploymentsQuery extends Paging {
  project?: string
  environment?: string
  status?: string
  updated_after?: string
  updated_before?: string
  sort: string
}

export async function listDeployments(gitlab: GitLab, input: DeploymentsQuery, call: GitLabCall) {
  const { environment, status, updated_after, updated_before, sort } = input
  const project = await gitlab.project(input.project, call)
  // GitLab filters by time of change only in lists that are sorted by it.
  const order_by = updated_after === undefined && updated_before === undefined ? 'id' : 'updated_at'
  const query = { environment, status, updated_after, updated_before, order_by, sort }
  return await list(gitlab, { path: `${project.path}/deployments`, query, subject: project.subject() }, pagingOf(input), deploymentOf, call)
}

export async function getDeployment(
  gitlab: GitLab,
  { project: reference, deployment_id }: { project?: string; deployment_id: number },
  call: GitLabCall
) {
  const project = await gitlab.project(reference, call)
  const request = { path: `${project.path}/deployments/${deployment_id}`, subject: project.subject('deployment', deployment_id) }
  return deploymentOf(await gitlab.row(request, call))
}
