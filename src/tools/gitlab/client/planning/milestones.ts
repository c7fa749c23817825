import { pick } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { milestoneOf } from '../mappers/planning.ts'
import { projectOrGroup } from '../projects/projects.ts'
import { arrayParameter, type GitLabCall } from '../request.ts'

interface MilestonesQuery extends Paging {
  project?: string
  group?: string
  state: string
  search?: string
  title?: string
  iids?: number[]
  include_ancestors: boolean
}

export async function listMilestones(gitlab: GitLab, input: MilestonesQuery, call: GitLabCall) {
  const { state, search, title, iids, include_ancestors } = input
  const { path, subject } = await projectOrGroup(gitlab, input, call)
  // GitLab has no value for all states.
  const query = { search, title, include_ancestors, ...(state !== 'all' && { state }), ...arrayParameter('iids', iids) }
  const request = { path: `${path}/milestones`, query, subject }
  return await list(gitlab, request, pagingOf(input), milestoneOf, call)
}

interface MilestoneRef {
  project?: string
  group?: string
  milestone_id: number
}

async function milestoneTarget(gitlab: GitLab, { milestone_id, ...owner }: MilestoneRef, call: GitLabCall) {
  const { path, subject } = await projectOrGroup(gitlab, owner, call)
  return {
    path: `${path}/milestones/${milestone_id}`,
    subject: { kind: 'milestone with the ID', name: `${milestone_id} of ${subject.name}` }
  }
}

export async function getMilestone(gitlab: GitLab, name: MilestoneRef, call: GitLabCall) {
  return milestoneOf(await gitlab.row(await milestoneTarget(gitlab, name, call), call))
}

interface MilestoneContent {
  title?: string
  description?: string
  due_date?: string
  start_date?: string
}

const CONTENT = ['title', 'description', 'due_date', 'start_date', 'state_event']

export async function createMilestone(gitlab: GitLab, input: MilestoneContent & { project?: string; group?: string }, call: GitLabCall) {
  const { path, subject } = await projectOrGroup(gitlab, input, call)
  return milestoneOf(await gitlab.row({ method: 'POST', path: `${path}/milestones`, json: pick(input, CONTENT), subject }, call))
}

interface MilestoneChange extends MilestoneRef, MilestoneContent {
  state_event?: string
  clear?: ('description' | 'due_date' | 'start_date')[]
}

export async function updateMilestone(gitlab: GitLab, { clear = [], ...change }: MilestoneChange, call: GitLabCall) {
  const json = { ...pick(change, CONTENT), ...Object.fromEntries(clear.map(name => [name, ''])) }
  return milestoneOf(await gitlab.row({ method: 'PUT', ...(await milestoneTarget(gitlab, change, call)), json }, call))
}

export async function deleteMilestone(gitlab: GitLab, name: MilestoneRef, call: GitLabCall) {
  await gitlab.send({ method: 'DELETE', ...(await milestoneTarget(gitlab, name, call)) }, call)
  return { milestone_id: name.milestone_id, deleted: true }
}
