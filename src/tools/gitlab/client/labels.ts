import { pick, type Row } from '../../../lib/row.ts'
import type { GitLab } from './connection.ts'
import { pagingOf } from './issues.ts'
import { list, type Paging } from './paging.ts'
import { placeOf } from './place.ts'
import { segment, type Turn } from './request.ts'
import { labelOf } from './shapes/planning.ts'

interface LabelsQuestion extends Paging {
  project?: string
  search?: string
  with_counts: boolean
  include_ancestor_groups: boolean
}

export async function listLabels(gitlab: GitLab, question: LabelsQuestion, turn: Turn) {
  const { project, search, with_counts, include_ancestor_groups } = question
  const place = await placeOf(gitlab, project, turn)
  const query = { search, with_counts, include_ancestor_groups }
  const request = { path: `${place.path}/labels`, query, about: place.about('project', '') }
  return await list(gitlab, request, pagingOf(question), labelOf, turn)
}

interface LabelName {
  project?: string
  name: string
}

async function labelPlace(gitlab: GitLab, { project, name }: LabelName, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  return { path: `${place.path}/labels/${segment(name, 'name')}`, about: place.about('label', name) }
}

export async function createLabel(gitlab: GitLab, { project, ...content }: LabelName & { color: string }, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const json = pick(content, ['name', 'color', 'description', 'priority'])
  const about = place.about('project', '', 'already_exists')
  return labelOf(await gitlab.row({ method: 'POST', path: `${place.path}/labels`, json, about }, turn))
}

const EMPTY: Readonly<Record<'description' | 'priority', Row>> = { description: { description: '' }, priority: { priority: null } }

interface LabelChange extends LabelName {
  new_name?: string
  color?: string
  description?: string
  priority?: number
  clear?: ('description' | 'priority')[]
}

export async function updateLabel(gitlab: GitLab, { clear = [], ...change }: LabelChange, turn: Turn) {
  const json = Object.assign(pick(change, ['new_name', 'color', 'description', 'priority']), ...clear.map(name => EMPTY[name]))
  return labelOf(await gitlab.row({ method: 'PUT', ...(await labelPlace(gitlab, change, turn)), json }, turn))
}

export async function deleteLabel(gitlab: GitLab, name: LabelName, turn: Turn) {
  await gitlab.send({ method: 'DELETE', ...(await labelPlace(gitlab, name, turn)) }, turn)
  return { name: name.name, deleted: true }
}
