import { pathSegment } from '../../../../lib/http/segment.ts'
import { isRow, pick } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { unexpected } from '../http/errors.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { branchOf, commitOf, comparisonOf, diffOf, tagOf } from '../mappers/repository.ts'
import type { GitLabCall } from '../request.ts'

interface SearchQuery extends Paging {
  project?: string
  search?: string
}

export async function listBranches(gitlab: GitLab, { project: reference, search, ...paging }: SearchQuery, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const request = { path: `${project.path}/repository/branches`, query: { search }, subject: project.subject() }
  return await list(gitlab, request, pagingOf(paging), branchOf, call)
}

interface BranchRef {
  project?: string
  branch: string
}

export async function getBranch(gitlab: GitLab, { project: reference, branch }: BranchRef, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const path = `${project.path}/repository/branches/${pathSegment(branch, 'branch')}`
  return branchOf(await gitlab.row({ path, subject: project.subject('branch', branch) }, call))
}

export async function createBranch(gitlab: GitLab, { project: reference, branch, ref }: BranchRef & { ref: string }, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const request = { method: 'POST' as const, path: `${project.path}/repository/branches`, json: { branch, ref } }
  return branchOf(await gitlab.row({ ...request, subject: project.subject() }, call))
}

export async function deleteBranch(gitlab: GitLab, { project: reference, branch }: BranchRef, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const path = `${project.path}/repository/branches/${pathSegment(branch, 'branch')}`
  await gitlab.send({ method: 'DELETE', path, subject: project.subject('branch', branch) }, call)
  return { name: branch, deleted: true }
}

interface CommitsQuery extends Paging {
  project?: string
  ref?: string
  since?: string
  until?: string
  path?: string
  author?: string
  all: boolean
  with_stats: boolean
}

export async function listCommits(gitlab: GitLab, input: CommitsQuery, call: GitLabCall) {
  const { project: reference, ref, since, until, path, author, all, with_stats, ...paging } = input
  const project = await gitlab.project(reference, call)
  const query = { ref_name: ref, since, until, path, author, ...(all && { all }), ...(with_stats && { with_stats }) }
  const request = { path: `${project.path}/repository/commits`, query, subject: project.subject() }
  return await list(gitlab, request, pagingOf(paging), commitOf, call)
}

interface CommitRef {
  project?: string
  sha: string
}

export async function getCommit(gitlab: GitLab, { project: reference, sha }: CommitRef, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const path = `${project.path}/repository/commits/${pathSegment(sha, 'sha')}`
  return commitOf(await gitlab.row({ path, query: { stats: true }, subject: project.subject('commit', sha) }, call))
}

export async function getCommitDiff(gitlab: GitLab, { project: reference, sha, ...paging }: CommitRef & Paging, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const request = { path: `${project.path}/repository/commits/${pathSegment(sha, 'sha')}/diff`, subject: project.subject('commit', sha) }
  return { ...(await list(gitlab, request, pagingOf(paging), diffOf, call)), untrusted: true }
}

interface CompareInput {
  project?: string
  from: string
  to: string
  straight: boolean
}

export async function compareRefs(gitlab: GitLab, { project: reference, from, to, straight }: CompareInput, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const subject = project.subject('comparison', `of ${from} and ${to}`)
  const row = await gitlab.row({ path: `${project.path}/repository/compare`, query: { from, to, straight }, subject }, call)
  return { from, to, ...comparisonOf(row), untrusted: true }
}

export async function listTags(gitlab: GitLab, { project: reference, search, ...paging }: SearchQuery, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const request = { path: `${project.path}/repository/tags`, query: { search }, subject: project.subject() }
  return await list(gitlab, request, pagingOf(paging), tagOf, call)
}

interface TagRef {
  project?: string
  tag: string
}

export async function getTag(gitlab: GitLab, { project: reference, tag }: TagRef, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const path = `${project.path}/repository/tags/${pathSegment(tag, 'tag')}`
  return tagOf(await gitlab.row({ path, subject: project.subject('tag', tag) }, call))
}

export async function createTag(
  gitlab: GitLab,
  { project: reference, tag, ...content }: TagRef & { ref: string; message?: string },
  call: GitLabCall
) {
  const project = await gitlab.project(reference, call)
  const json = { tag_name: tag, ...pick(content, ['ref', 'message']) }
  const subject = project.subject()
  const { body } = await gitlab.send({ method: 'POST', path: `${project.path}/repository/tags`, json, subject }, call)
  if (isRow(body)) return tagOf(body)
  throw unexpected(subject, false)
}

export async function deleteTag(gitlab: GitLab, { project: reference, tag }: TagRef, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const path = `${project.path}/repository/tags/${pathSegment(tag, 'tag')}`
  await gitlab.send({ method: 'DELETE', path, subject: project.subject('tag', tag) }, call)
  return { name: tag, deleted: true }
}
