import { pathSegment, segment } from '../../../../lib/http/segment.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { flag, integerOrNull, pick, type Row, textOrNull, texts } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { groupOf, projectOf } from '../mappers/projects.ts'
import type { GitLabCall } from '../request.ts'
import { groupReference } from './project-reference.ts'

const namespaceOf = (row: Row) => ({
  id: integerOrNull(row, 'id'),
  path: textOrNull(row, 'full_path'),
  name: textOrNull(row, 'name'),
  kind: textOrNull(row, 'kind'),
  parent_id: integerOrNull(row, 'parent_id'),
  plan: textOrNull(row, 'plan'),
  url: textOrNull(row, 'web_url')
})

interface NamespacesQuery extends Paging {
  search?: string
  owned?: boolean
  top_level_only?: boolean
}

/** Namespaces and groups concern several projects: callers that may use only certain projects cannot read or change them. */
export async function listNamespaces(gitlab: GitLab, { search, owned, top_level_only, ...paging }: NamespacesQuery, call: GitLabCall) {
  gitlab.access.checkUnlimited(call)
  const query = { search, owned_only: owned, top_level_only }
  return await list(
    gitlab,
    { path: 'namespaces', query, subject: { kind: 'list', name: 'of namespaces' } },
    pagingOf(paging),
    namespaceOf,
    call
  )
}

export async function getNamespace(gitlab: GitLab, { namespace }: { namespace: string }, call: GitLabCall) {
  gitlab.access.checkUnlimited(call)
  const path = `namespaces/${pathSegment(namespace, 'namespace')}`
  return namespaceOf(await gitlab.row({ path, subject: { kind: 'namespace', name: namespace } }, call))
}

/** Returns whether a path is in use, as GitLab checks it for a new group or user. */
export async function checkNamespace(gitlab: GitLab, { path, parent }: { path: string; parent?: string }, call: GitLabCall) {
  gitlab.access.checkUnlimited(call)
  const parent_id = parent === undefined ? undefined : await groupIdOf(gitlab, parent, 'parent', call)
  const request = { path: `namespaces/${segment(path, 'path')}/exists`, query: { parent_id }, subject: { kind: 'namespace', name: path } }
  const row = await gitlab.row(request, call)
  return { path, exists: flag(row, 'exists'), suggestions: texts(row, 'suggests') }
}

/** GitLab takes only IDs of groups where it creates something in them. */
async function groupIdOf(gitlab: GitLab, group: string, property: string, call: GitLabCall): Promise<number> {
  const found = integerOrNull(await gitlab.row({ ...groupReference(group), query: { with_projects: false } }, call), 'id')
  if (found === null) throw invalidField(property, 'cannot be resolved to an ID', 'the ID of the group')
  return found
}

interface GroupContent {
  name?: string
  path?: string
  description?: string
  visibility?: string
}

const CONTENT = ['name', 'path', 'description', 'visibility']

export async function createGroup(gitlab: GitLab, { parent, ...content }: GroupContent & { parent?: string }, call: GitLabCall) {
  gitlab.access.checkUnlimited(call)
  const parent_id = parent === undefined ? undefined : await groupIdOf(gitlab, parent, 'parent', call)
  const subject = { kind: 'group', name: content.path ?? '' }
  return groupOf(await gitlab.row({ method: 'POST', path: 'groups', json: { ...pick(content, CONTENT), parent_id }, subject }, call))
}

export async function updateGroup(gitlab: GitLab, { group, ...content }: GroupContent & { group: string }, call: GitLabCall) {
  gitlab.access.checkUnlimited(call)
  return groupOf(await gitlab.row({ method: 'PUT', ...groupReference(group), json: pick(content, CONTENT) }, call))
}

interface GroupProjectsQuery extends Paging {
  group: string
  search?: string
  archived?: boolean
  visibility?: string
  include_subgroups: boolean
  order_by: string
  sort: string
}

export async function listGroupProjects(gitlab: GitLab, { group, ...input }: GroupProjectsQuery, call: GitLabCall) {
  gitlab.access.checkUnlimited(call)
  const { search, archived, visibility, include_subgroups, order_by, sort } = input
  const { path, subject } = groupReference(group)
  const query = { search, archived, visibility, include_subgroups, order_by, sort }
  return await list(gitlab, { path: `${path}/projects`, query, subject }, pagingOf(input), projectOf, call)
}

interface ForkContent {
  project?: string
  namespace?: string
  name?: string
  path?: string
  description?: string
  visibility?: string
}

/** GitLab copies the repository after its response. */
export async function forkProject(gitlab: GitLab, { project: reference, namespace, ...content }: ForkContent, call: GitLabCall) {
  gitlab.access.checkUnlimited(call)
  const project = await gitlab.project(reference, call)
  const json = { ...pick(content, CONTENT), namespace_path: namespace }
  const subject = project.subject('project', '', 'already_exists')
  return projectOf(await gitlab.row({ method: 'POST', path: `${project.path}/fork`, json, subject }, call))
}

const SETTINGS = [
  'name',
  'description',
  'default_branch',
  'visibility',
  'topics',
  'merge_method',
  'squash_option',
  'only_allow_merge_if_pipeline_succeeds',
  'only_allow_merge_if_all_discussions_are_resolved',
  'remove_source_branch_after_merge',
  'ci_config_path'
]

interface ProjectChange {
  project?: string
  name?: string
  description?: string
  default_branch?: string
  visibility?: string
  topics?: string[]
}

export async function updateProject(gitlab: GitLab, { project: reference, ...change }: ProjectChange, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  return projectOf(await gitlab.row({ method: 'PUT', path: project.path, json: pick(change, SETTINGS), subject: project.subject() }, call))
}

/** Reads the project first: some versions of GitLab refuse to archive one that is archived already. */
export async function archiveProject(gitlab: GitLab, { project: reference }: { project?: string }, archived: boolean, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const request = { path: project.path, subject: project.subject() }
  const row = await gitlab.row(request, call)
  if (flag(row, 'archived') === archived) return projectOf(row)
  return projectOf(await gitlab.row({ ...request, method: 'POST', path: `${project.path}/${archived ? 'archive' : 'unarchive'}` }, call))
}
