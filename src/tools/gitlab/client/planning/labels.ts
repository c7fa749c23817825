import { pathSegment } from '../../../../lib/http/segment.ts'
import { pick, type Row } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { labelOf } from '../mappers/planning.ts'
import type { GitLabCall } from '../request.ts'

interface LabelsQuery extends Paging {
  project?: string
  search?: string
  with_counts: boolean
  include_ancestor_groups: boolean
}

export async function listLabels(gitlab: GitLab, input: LabelsQuery, call: GitLabCall) {
  const { project: reference, search, with_counts, include_ancestor_groups } = input
  const project = await gitlab.project(reference, call)
  const query = { search, with_counts, include_ancestor_groups }
  const request = { path: `${project.path}/labels`, query, subject: project.subject() }
  return await list(gitlab, request, pagingOf(input), labelOf, call)
}

interface LabelRef {
  project?: string
  name: string
}

async function labelTarget(gitlab: GitLab, { project: reference, name }: LabelRef, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  return { path: `${project.path}/labels/${pathSegment(name, 'name')}`, subject: project.subject('label', name) }
}

export async function createLabel(gitlab: GitLab, { project: reference, ...content }: LabelRef & { color: string }, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const json = pick(content, ['name', 'color', 'description', 'priority'])
  const subject = project.subject('project', '', 'already_exists')
  return labelOf(await gitlab.row({ method: 'POST', path: `${project.path}/labels`, json, subject }, call))
}

const EMPTY: Readonly<Record<'description' | 'priority', Row>> = { description: { description: '' }, priority: { priority: null } }

interface LabelChange extends LabelRef {
  new_name?: string
  color?: string
  description?: string
  priority?: number
  clear?: ('description' | 'priority')[]
}

export async function updateLabel(gitlab: GitLab, { clear = [], ...change }: LabelChange, call: GitLabCall) {
  const json = Object.assign(pick(change, ['new_name', 'color', 'description', 'priority']), ...clear.map(name => EMPTY[name]))
  return labelOf(await gitlab.row({ method: 'PUT', ...(await labelTarget(gitlab, change, call)), json }, call))
}

export async function deleteLabel(gitlab: GitLab, name: LabelRef, call: GitLabCall) {
  await gitlab.send({ method: 'DELETE', ...(await labelTarget(gitlab, name, call)) }, call)
  return { name: name.name, deleted: true }
}
