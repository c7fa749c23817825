import { integerOrNull, type Row, textOrNull, time } from '../../../../lib/row.ts'
import type { Package, PackageFile } from '../../schemas/packages.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { projectOrGroup } from '../projects/projects.ts'
import type { GitLabCall } from '../request.ts'

const packageOf = (row: Row): Package => ({
  id: integerOrNull(row, 'id'),
  name: textOrNull(row, 'name'),
  version: textOrNull(row, 'version'),
  type: textOrNull(row, 'package_type'),
  status: textOrNull(row, 'status'),
  project: textOrNull(row, 'project_path'),
  created_at: time(row, 'created_at'),
  last_downloaded_at: time(row, 'last_downloaded_at')
})

const fileOf = (row: Row): PackageFile => ({
  id: integerOrNull(row, 'id'),
  name: textOrNull(row, 'file_name'),
  size: integerOrNull(row, 'size'),
  sha256: textOrNull(row, 'file_sha256'),
  created_at: time(row, 'created_at')
})

interface PackagesQuery extends Paging {
  project?: string
  group?: string
  name?: string
  version?: string
  type?: string
  order_by: string
  sort: string
}

export async function listPackages(gitlab: GitLab, { name, version, type, order_by, sort, ...input }: PackagesQuery, call: GitLabCall) {
  const { path, subject } = await projectOrGroup(gitlab, input, call)
  const query = { package_name: name, package_version: version, package_type: type, order_by, sort }
  return await list(gitlab, { path: `${path}/packages`, query, subject }, pagingOf(input), packageOf, call)
}

interface PackageRef {
  project?: string
  package_id: number
}

async function packageTarget(gitlab: GitLab, { project: reference, package_id }: PackageRef, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  return { path: `${project.path}/packages/${package_id}`, subject: project.subject('package', package_id) }
}

export async function listPackageFiles(gitlab: GitLab, input: PackageRef & Paging, call: GitLabCall) {
  const { path, subject } = await packageTarget(gitlab, input, call)
  return await list(gitlab, { path: `${path}/package_files`, subject }, pagingOf(input), fileOf, call)
}

export async function deletePackage(gitlab: GitLab, name: PackageRef, call: GitLabCall) {
  await gitlab.send({ method: 'DELETE', ...(await packageTarget(gitlab, name, call)) }, call)
  return { package_id: name.package_id, deleted: true }
}
