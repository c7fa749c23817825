import { flagOrNull, integerOrNull, pick, type Row, rows, textOrNull, texts, time } from '../../../../lib/row.ts'
import type { Runner } from '../../schemas/ci.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { projectOrGroup } from '../projects/projects.ts'
import { arrayParameter, type GitLabCall } from '../request.ts'

const runnerOf = (row: Row): Runner => ({
  id: integerOrNull(row, 'id'),
  description: textOrNull(row, 'description'),
  type: textOrNull(row, 'runner_type'),
  status: textOrNull(row, 'status'),
  paused: flagOrNull(row, 'paused'),
  tags: Array.isArray(row['tag_list']) ? texts(row, 'tag_list') : null,
  run_untagged: flagOrNull(row, 'run_untagged'),
  locked: flagOrNull(row, 'locked'),
  contacted_at: time(row, 'contacted_at'),
  projects: Array.isArray(row['projects']) ? rows(row, 'projects').map(one => textOrNull(one, 'path_with_namespace') ?? '') : null
})

interface RunnersQuery extends Paging {
  project?: string
  group?: string
  type?: string
  status?: string
  paused?: boolean
  tags?: string[]
}

export async function listRunners(gitlab: GitLab, { type, status, paused, tags, ...input }: RunnersQuery, call: GitLabCall) {
  const { path, subject } = await projectOrGroup(gitlab, input, call)
  const query = { type, status, paused, ...arrayParameter('tag_list', tags) }
  return await list(gitlab, { path: `${path}/runners`, query, subject }, pagingOf(input), runnerOf, call)
}

const runnerRequest = (runner_id: number) => ({ path: `runners/${runner_id}`, subject: { kind: 'runner', name: String(runner_id) } })

/** A runner may serve several projects, so callers that may use only certain projects can only list those of one. */
export async function getRunner(gitlab: GitLab, { runner_id }: { runner_id: number }, call: GitLabCall) {
  gitlab.access.checkUnlimited(call)
  return runnerOf(await gitlab.row(runnerRequest(runner_id), call))
}

interface RunnerChange {
  runner_id: number
  description?: string
  paused?: boolean
  tags?: string[]
  run_untagged?: boolean
  locked?: boolean
}

export async function updateRunner(gitlab: GitLab, { runner_id, tags, ...change }: RunnerChange, call: GitLabCall) {
  gitlab.access.checkUnlimited(call)
  const json = { ...pick(change, ['description', 'paused', 'run_untagged', 'locked']), ...(tags && { tag_list: tags }) }
  return runnerOf(await gitlab.row({ method: 'PUT', ...runnerRequest(runner_id), json }, call))
}
