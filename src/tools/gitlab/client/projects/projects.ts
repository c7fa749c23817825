import type { Subject } from '../../../../lib/http/request.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { integerOrNull, pick, type Row, text } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { redacted } from '../content/redact.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { memberOf } from '../mappers/people.ts'
import { groupOf, projectOf, statisticsOf } from '../mappers/projects.ts'
import type { GitLabCall } from '../request.ts'
import { groupReference } from './project-reference.ts'

export interface ProjectsQuery extends Paging {
  search?: string
  membership?: boolean
  owned?: boolean
  starred?: boolean
  archived?: boolean
  visibility?: string
  order_by: string
  sort: string
}

/** Sorted by ID, GitLab uses keyset pagination, so that no project is repeated or skipped. */
export async function listProjects(gitlab: GitLab, input: ProjectsQuery, call: GitLabCall) {
  return await projectsAt(gitlab, 'projects', input, call)
}

export const listUserProjects = (gitlab: GitLab, { user, ...input }: ProjectsQuery & { user: string }, call: GitLabCall) =>
  projectsAt(gitlab, `users/${segment(user.replace(/^@/, ''), 'user')}/projects`, input, call)

async function projectsAt(gitlab: GitLab, path: string, input: ProjectsQuery, call: GitLabCall) {
  const { page, per_page, search, membership, owned, starred, archived, visibility, order_by, sort } = input
  const keyset = order_by === 'id' && page === undefined && per_page === undefined
  const filters = { search, membership, owned, starred, archived, visibility, order_by, sort }
  const query = { ...filters, ...(keyset && { pagination: 'keyset' }) }
  const request = { path, query, subject: { kind: 'list', name: 'of projects' }, projectOf: identityOf }
  return await list(gitlab, request, pagingOf(input), projectOf, call)
}

const identityOf = (row: Row) => ({ id: integerOrNull(row, 'id'), path: text(row, 'path_with_namespace') })

export async function getProject(gitlab: GitLab, { project: reference, full }: { project?: string; full: boolean }, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const row = await gitlab.row({ path: project.path, subject: project.subject() }, call)
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

export async function createProject(gitlab: GitLab, content: NewProjectContent, call: GitLabCall) {
  gitlab.access.checkUnlimited(call)
  const subject = { kind: 'project', name: content.name, conflict: 'already_exists' as const }
  const json = pick(content, ['name', 'path', 'namespace_id', 'description', 'visibility', 'initialize_with_readme'])
  return projectOf(await gitlab.row({ method: 'POST', path: 'projects', json, subject }, call))
}

export async function getStatistics(gitlab: GitLab, reference: string | undefined, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const row = await gitlab.row({ path: project.path, query: { statistics: true }, subject: project.subject() }, call)
  return statisticsOf(row)
}

interface MembersQuery extends Paging {
  search?: string
  inherited: boolean
}

export async function listProjectMembers(
  gitlab: GitLab,
  { project: reference, ...input }: MembersQuery & { project?: string },
  call: GitLabCall
) {
  const project = await gitlab.project(reference, call)
  return await membersAt(gitlab, project.path, project.subject(), input, call)
}

export async function listGroupMembers(gitlab: GitLab, { group, ...input }: MembersQuery & { group: string }, call: GitLabCall) {
  gitlab.access.checkUnlimited(call)
  const { path, subject } = groupReference(group)
  return await membersAt(gitlab, path, subject, input, call)
}

const membersAt = (
  gitlab: GitLab,
  path: string,
  subject: Subject,
  { search: query, inherited, ...paging }: MembersQuery,
  call: GitLabCall
) => list(gitlab, { path: `${path}/members${inherited ? '/all' : ''}`, query: { query }, subject }, paging, memberOf, call)

interface GroupsQuery extends Paging {
  search?: string
  owned?: boolean
  top_level_only?: boolean
}

/** Groups reveal several projects and their members, so callers that may use only certain projects cannot list them. */
export async function listGroups(gitlab: GitLab, { search, owned, top_level_only, ...paging }: GroupsQuery, call: GitLabCall) {
  gitlab.access.checkUnlimited(call)
  const request = { path: 'groups', query: { search, owned, top_level_only }, subject: { kind: 'list', name: 'of groups' } }
  return await list(gitlab, request, paging, groupOf, call)
}

export async function getGroup(gitlab: GitLab, { group, full }: { group: string; full: boolean }, call: GitLabCall) {
  gitlab.access.checkUnlimited(call)
  const row: Row = await gitlab.row({ ...groupReference(group), query: { with_projects: false } }, call)
  return { ...groupOf(row), raw: full ? redacted(row) : null }
}

/** The project or group that something belongs to. With neither, it is the default project. */
export type Owner = { project?: string; group?: string }

/** Returns only the properties of the owner, of those that are set. */
export const ownerOf = ({ project, group }: { project?: string | undefined; group?: string | undefined }): Owner => ({
  ...(project !== undefined && { project }),
  ...(group !== undefined && { group })
})

/** Resolves where to list or search: in a project, or in all projects of a group. */
export async function projectOrGroup(gitlab: GitLab, { project: reference, group }: Owner, call: GitLabCall) {
  if (group === undefined) {
    const project = await gitlab.project(reference, call)
    return { path: project.path, subject: project.subject() }
  }
  gitlab.access.checkUnlimited(call)
  return groupReference(group)
}
