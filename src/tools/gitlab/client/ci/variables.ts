import { OperationError } from '../../../../contract/errors.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { flagOrNull, pick, type Row, textOrNull } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { type Owner, projectOrGroup } from '../projects/projects.ts'
import type { GitLabCall } from '../request.ts'

/** Never contains the value: it may be a secret, whether GitLab masks it or not. */
const ciVariableOf = (row: Row) => ({
  key: textOrNull(row, 'key'),
  variable_type: textOrNull(row, 'variable_type'),
  protected: flagOrNull(row, 'protected'),
  masked: flagOrNull(row, 'masked'),
  hidden: flagOrNull(row, 'hidden'),
  raw: flagOrNull(row, 'raw'),
  environment_scope: textOrNull(row, 'environment_scope'),
  description: textOrNull(row, 'description')
})

export async function listCiVariables(gitlab: GitLab, input: Owner & Paging, call: GitLabCall) {
  const { path, subject } = await projectOrGroup(gitlab, input, call)
  return await list(gitlab, { path: `${path}/variables`, subject }, pagingOf(input), ciVariableOf, call)
}

interface VariableRef extends Owner {
  key: string
  environment_scope?: string
}

async function variableTarget(gitlab: GitLab, { key, ...owner }: VariableRef, call: GitLabCall) {
  const { path, subject } = await projectOrGroup(gitlab, owner, call)
  return {
    path: `${path}/variables/${segment(key, 'key')}`,
    parent: `${path}/variables`,
    subject: { kind: 'variable', name: `${key} of ${subject.name}` }
  }
}

interface NewVariable extends VariableRef {
  value: string
  protected?: boolean
  masked?: boolean
  raw?: boolean
  variable_type?: string
  description?: string
}

const CONTENT = ['value', 'protected', 'masked', 'raw', 'variable_type', 'environment_scope', 'description']

/** A project may have the same key for several environments. A group variable is found by its key alone. */
const scopeFilter = ({ group, environment_scope }: VariableRef): Row =>
  group !== undefined || environment_scope === undefined ? {} : { filter: { environment_scope } }

/** Updates the variable, or creates it if it does not exist. */
export async function setVariable(gitlab: GitLab, input: NewVariable, call: GitLabCall) {
  const { path, parent, subject } = await variableTarget(gitlab, input, call)
  const json = pick(input, CONTENT)
  try {
    const row = await gitlab.row({ method: 'PUT', path, json: { ...json, ...scopeFilter(input) }, subject }, call)
    return { ...ciVariableOf(row), created: false }
  } catch (error) {
    if (!(error instanceof OperationError) || error.reason !== 'upstream_not_found') throw error
    const row = await gitlab.row({ method: 'POST', path: parent, json: { key: input.key, ...json }, subject }, call)
    return { ...ciVariableOf(row), created: true }
  }
}

export async function deleteVariable(gitlab: GitLab, input: VariableRef, call: GitLabCall) {
  const { path, subject } = await variableTarget(gitlab, input, call)
  const { group, environment_scope } = input
  const query = group === undefined ? { 'filter[environment_scope]': environment_scope } : {}
  await gitlab.send({ method: 'DELETE', path, query, subject }, call)
  return { key: input.key, deleted: true }
}
