import { pathSegment } from '../../../../lib/http/segment.ts'
import { flagOrNull, integerOrNull, type Row, rows, textOrNull } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import type { GitLabCall } from '../request.ts'

const levelOf = (row: Row) => ({
  access_level: integerOrNull(row, 'access_level'),
  description: textOrNull(row, 'access_level_description'),
  user_id: integerOrNull(row, 'user_id'),
  group_id: integerOrNull(row, 'group_id')
})

const protectionOf = (row: Row) => ({
  name: textOrNull(row, 'name'),
  push: rows(row, 'push_access_levels').map(levelOf),
  merge: rows(row, 'merge_access_levels').map(levelOf),
  allow_force_push: flagOrNull(row, 'allow_force_push'),
  code_owner_approval_required: flagOrNull(row, 'code_owner_approval_required')
})

interface ProtectionsQuery extends Paging {
  project?: string
  search?: string
}

export async function listProtectedBranches(gitlab: GitLab, { project: reference, search, ...input }: ProtectionsQuery, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const request = { path: `${project.path}/protected_branches`, query: { search }, subject: project.subject() }
  return await list(gitlab, request, pagingOf(input), protectionOf, call)
}

/** GitLab's numbers of roles; 0 is no one. */
const LEVELS = { no_one: 0, developer: 30, maintainer: 40 } as const
type ProtectionRole = keyof typeof LEVELS

interface Protection {
  project?: string
  name: string
  push?: ProtectionRole
  merge?: ProtectionRole
  allow_force_push?: boolean
}

export async function protectBranch(
  gitlab: GitLab,
  { project: reference, name, push, merge, allow_force_push }: Protection,
  call: GitLabCall
) {
  const project = await gitlab.project(reference, call)
  const json = { name, push_access_level: push && LEVELS[push], merge_access_level: merge && LEVELS[merge], allow_force_push }
  const subject = project.subject('protected branch', name, 'already_exists')
  return protectionOf(await gitlab.row({ method: 'POST', path: `${project.path}/protected_branches`, json, subject }, call))
}

export async function unprotectBranch(gitlab: GitLab, { project: reference, name }: { project?: string; name: string }, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const path = `${project.path}/protected_branches/${pathSegment(name, 'name')}`
  await gitlab.send({ method: 'DELETE', path, subject: project.subject('protected branch', name) }, call)
  return { name, unprotected: true }
}
