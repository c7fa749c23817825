import { integerOrNull, type Row, textOrNull, time } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { milestoneOf } from '../mappers/planning.ts'
import { type Owner, projectOrGroup } from '../projects/projects.ts'
import type { GitLabCall } from '../request.ts'

const STATES: Readonly<Record<number, string>> = { 1: 'upcoming', 2: 'current', 3: 'closed' }

const iterationOf = (row: Row) => ({
  id: integerOrNull(row, 'id'),
  title: textOrNull(row, 'title'),
  state: STATES[integerOrNull(row, 'state') ?? 0] ?? null,
  start_date: textOrNull(row, 'start_date'),
  due_date: textOrNull(row, 'due_date'),
  group_id: integerOrNull(row, 'group_id'),
  url: textOrNull(row, 'web_url')
})

export async function listIterations(
  gitlab: GitLab,
  { state, search, ...input }: Owner & Paging & { state: string; search?: string },
  call: GitLabCall
) {
  const { path, subject } = await projectOrGroup(gitlab, input, call)
  return await list(gitlab, { path: `${path}/iterations`, query: { state, search }, subject }, pagingOf(input), iterationOf, call)
}

interface MilestoneRef extends Owner {
  milestone_id: number
}

async function milestoneTarget(gitlab: GitLab, { milestone_id, ...owner }: MilestoneRef, call: GitLabCall) {
  const { path, subject } = await projectOrGroup(gitlab, owner, call)
  return {
    path: `${path}/milestones/${milestone_id}`,
    subject: { kind: 'milestone with the ID', name: `${milestone_id} of ${subject.name}` }
  }
}

/** The milestone then belongs to the group of the project. */
export async function promoteMilestone(gitlab: GitLab, name: { project?: string; milestone_id: number }, call: GitLabCall) {
  gitlab.access.checkUnlimited(call)
  const { path, subject } = await milestoneTarget(gitlab, name, call)
  return milestoneOf(await gitlab.row({ method: 'POST', path: `${path}/promote`, subject }, call))
}

const eventOf = (row: Row) => ({
  action: textOrNull(row, 'action'),
  weight: integerOrNull(row, 'weight'),
  created_at: time(row, 'created_at')
})

export async function listBurndownEvents(gitlab: GitLab, input: MilestoneRef & Paging, call: GitLabCall) {
  const { path, subject } = await milestoneTarget(gitlab, input, call)
  return await list(gitlab, { path: `${path}/burndown_events`, subject }, pagingOf(input), eventOf, call)
}
