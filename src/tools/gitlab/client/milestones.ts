import { pick } from '../../../lib/row.ts'
import type { GitLab } from './connection.ts'
import { pagingOf } from './issues.ts'
import { list, type Paging } from './paging.ts'
import { placeOf } from './place.ts'
import { listed, type Turn } from './request.ts'
import { milestoneOf } from './shapes/planning.ts'

interface MilestonesQuestion extends Paging {
  project?: string
  state: string
  search?: string
  title?: string
  iids?: number[]
  include_ancestors: boolean
}

export async function listMilestones(gitlab: GitLab, question: MilestonesQuestion, turn: Turn) {
  const { project, state, search, title, iids, include_ancestors } = question
  const place = await placeOf(gitlab, project, turn)
  // GitLab has no word for both.
  const query = { search, title, include_ancestors, ...(state !== 'all' && { state }), ...listed('iids', iids) }
  const request = { path: `${place.path}/milestones`, query, about: place.about('project', '') }
  return await list(gitlab, request, pagingOf(question), milestoneOf, turn)
}

interface MilestoneName {
  project?: string
  milestone_id: number
}

async function milestonePlace(gitlab: GitLab, { project, milestone_id }: MilestoneName, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  return { path: `${place.path}/milestones/${milestone_id}`, about: place.about('milestone with the id', milestone_id) }
}

export async function getMilestone(gitlab: GitLab, name: MilestoneName, turn: Turn) {
  return milestoneOf(await gitlab.row(await milestonePlace(gitlab, name, turn), turn))
}

interface MilestoneContent {
  title?: string
  description?: string
  due_date?: string
  start_date?: string
}

const CONTENT = ['title', 'description', 'due_date', 'start_date', 'state_event']

export async function createMilestone(gitlab: GitLab, { project, ...content }: MilestoneContent & { project?: string }, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const request = { method: 'POST' as const, path: `${place.path}/milestones`, json: pick(content, CONTENT) }
  return milestoneOf(await gitlab.row({ ...request, about: place.about('project', '') }, turn))
}

interface MilestoneChange extends MilestoneName, MilestoneContent {
  state_event?: string
  clear?: ('description' | 'due_date' | 'start_date')[]
}

export async function updateMilestone(gitlab: GitLab, { clear = [], ...change }: MilestoneChange, turn: Turn) {
  const json = { ...pick(change, CONTENT), ...Object.fromEntries(clear.map(name => [name, ''])) }
  return milestoneOf(await gitlab.row({ method: 'PUT', ...(await milestonePlace(gitlab, change, turn)), json }, turn))
}
