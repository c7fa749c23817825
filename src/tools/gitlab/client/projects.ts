import { integerOrNull, pick, type Row, text } from '../../../lib/row.ts'
import type { GitLab } from './connection.ts'
import { pagingOf } from './issues.ts'
import { list, type Paging } from './paging.ts'
import { groupAt, placeOf } from './place.ts'
import { redacted } from './redact.ts'
import { segment, type Turn } from './request.ts'
import { memberOf } from './shapes/people.ts'
import { groupOf, projectOf, statisticsOf } from './shapes/projects.ts'
import { listShown } from './shown.ts'

export interface ProjectsQuestion extends Paging {
  search?: string
  membership?: boolean
  owned?: boolean
  starred?: boolean
  archived?: boolean
  visibility?: string
  order_by: string
  sort: string
}

/** Sorted by id, GitLab pages by token, so that nothing is told twice or passed over. */
export async function listProjects(gitlab: GitLab, question: ProjectsQuestion, turn: Turn) {
  return await projectsAt(gitlab, 'projects', question, turn)
}

export const listUserProjects = (gitlab: GitLab, { user, ...question }: ProjectsQuestion & { user: string }, turn: Turn) =>
  projectsAt(gitlab, `users/${segment(user.replace(/^@/, ''), 'user')}/projects`, question, turn)

async function projectsAt(gitlab: GitLab, path: string, question: ProjectsQuestion, turn: Turn) {
  const { page, per_page, search, membership, owned, starred, archived, visibility, order_by, sort } = question
  const keyset = order_by === 'id' && page === undefined && per_page === undefined
  const filters = { search, membership, owned, starred, archived, visibility, order_by, sort }
  const query = { ...filters, ...(keyset && { pagination: 'keyset' }) }
  const request = { path, query, about: { kind: 'list', name: 'of projects' }, projectOf: namesIn }
  return await listShown(gitlab, request, pagingOf(question), projectOf, turn)
}

const namesIn = (row: Row) => ({ id: integerOrNull(row, 'id'), path: text(row, 'path_with_namespace') })

export async function getProject(gitlab: GitLab, { project, full }: { project?: string; full: boolean }, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const row = await gitlab.row({ path: place.path, about: place.about('project', '') }, turn)
  return { ...projectOf(row), raw: full ? redacted(row) : null }
}

export interface NewProjectContent {
  name: string
  path?: string
  namespace_id?: number
  description?: string
  visibility?: string
  initialize_with_readme: boolean
}

export async function createProject(gitlab: GitLab, content: NewProjectContent, turn: Turn) {
  gitlab.allowance.checkAll(turn)
  const about = { kind: 'project', name: content.name, conflict: 'already_exists' as const }
  const json = pick(content, ['name', 'path', 'namespace_id', 'description', 'visibility', 'initialize_with_readme'])
  return projectOf(await gitlab.row({ method: 'POST', path: 'projects', json, about }, turn))
}

export async function getStatistics(gitlab: GitLab, project: string | undefined, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const row = await gitlab.row({ path: place.path, query: { statistics: true }, about: place.about('project', '') }, turn)
  return statisticsOf(row)
}

interface MembersQuestion extends Paging {
  search?: string
  inherited: boolean
}

export async function listProjectMembers(gitlab: GitLab, { project, ...question }: MembersQuestion & { project?: string }, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  return await membersAt(gitlab, place.path, place.about('project', ''), question, turn)
}

export async function listGroupMembers(gitlab: GitLab, { group, ...question }: MembersQuestion & { group: string }, turn: Turn) {
  gitlab.allowance.checkAll(turn)
  const { path, about } = groupAt(group)
  return await membersAt(gitlab, path, about, question, turn)
}

const membersAt = (
  gitlab: GitLab,
  path: string,
  about: { kind: string; name: string },
  { search: query, inherited, ...paging }: MembersQuestion,
  turn: Turn
) => list(gitlab, { path: `${path}/members${inherited ? '/all' : ''}`, query: { query }, about }, paging, memberOf, turn)

interface GroupsQuestion extends Paging {
  search?: string
  owned?: boolean
  top_level_only?: boolean
}

/** Groups tell of more than one project, and of whoever works there: where only some may be used, they are not told. */
export async function listGroups(gitlab: GitLab, { search, owned, top_level_only, ...paging }: GroupsQuestion, turn: Turn) {
  gitlab.allowance.checkAll(turn)
  const request = { path: 'groups', query: { search, owned, top_level_only }, about: { kind: 'list', name: 'of groups' } }
  return await list(gitlab, request, paging, groupOf, turn)
}

export async function getGroup(gitlab: GitLab, { group, full }: { group: string; full: boolean }, turn: Turn) {
  gitlab.allowance.checkAll(turn)
  const row: Row = await gitlab.row({ ...groupAt(group), query: { with_projects: false } }, turn)
  return { ...groupOf(row), raw: full ? redacted(row) : null }
}
