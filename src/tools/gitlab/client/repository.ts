import { isRow, pick } from '../../../lib/row.ts'
import type { GitLab } from './connection.ts'
import { unreadable } from './failures.ts'
import { pagingOf } from './issues.ts'
import { list, type Paging } from './paging.ts'
import { placeOf } from './place.ts'
import { segment, type Turn } from './request.ts'
import { branchOf, commitOf, comparisonOf, diffOf, tagOf } from './shapes/repository.ts'

interface NamesQuestion extends Paging {
  project?: string
  search?: string
}

export async function listBranches(gitlab: GitLab, { project, search, ...paging }: NamesQuestion, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const request = { path: `${place.path}/repository/branches`, query: { search }, about: place.about('project', '') }
  return await list(gitlab, request, pagingOf(paging), branchOf, turn)
}

interface BranchName {
  project?: string
  branch: string
}

export async function getBranch(gitlab: GitLab, { project, branch }: BranchName, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const path = `${place.path}/repository/branches/${segment(branch, 'branch')}`
  return branchOf(await gitlab.row({ path, about: place.about('branch', branch) }, turn))
}

export async function createBranch(gitlab: GitLab, { project, branch, ref }: BranchName & { ref: string }, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const request = { method: 'POST' as const, path: `${place.path}/repository/branches`, json: { branch, ref } }
  return branchOf(await gitlab.row({ ...request, about: place.about('project', '') }, turn))
}

export async function deleteBranch(gitlab: GitLab, { project, branch }: BranchName, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const path = `${place.path}/repository/branches/${segment(branch, 'branch')}`
  await gitlab.send({ method: 'DELETE', path, about: place.about('branch', branch) }, turn)
  return { name: branch, deleted: true }
}

interface CommitsQuestion extends Paging {
  project?: string
  ref?: string
  since?: string
  until?: string
  path?: string
  author?: string
  all: boolean
  with_stats: boolean
}

export async function listCommits(gitlab: GitLab, question: CommitsQuestion, turn: Turn) {
  const { project, ref, since, until, path, author, all, with_stats, ...paging } = question
  const place = await placeOf(gitlab, project, turn)
  const query = { ref_name: ref, since, until, path, author, ...(all && { all }), ...(with_stats && { with_stats }) }
  const request = { path: `${place.path}/repository/commits`, query, about: place.about('project', '') }
  return await list(gitlab, request, pagingOf(paging), commitOf, turn)
}

interface CommitName {
  project?: string
  sha: string
}

export async function getCommit(gitlab: GitLab, { project, sha }: CommitName, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const path = `${place.path}/repository/commits/${segment(sha, 'sha')}`
  return commitOf(await gitlab.row({ path, query: { stats: true }, about: place.about('commit', sha) }, turn))
}

export async function getCommitDiff(gitlab: GitLab, { project, sha, ...paging }: CommitName & Paging, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const request = { path: `${place.path}/repository/commits/${segment(sha, 'sha')}/diff`, about: place.about('commit', sha) }
  return { ...(await list(gitlab, request, pagingOf(paging), diffOf, turn)), untrusted: true }
}

interface Compared {
  project?: string
  from: string
  to: string
  straight: boolean
}

export async function compareRefs(gitlab: GitLab, { project, from, to, straight }: Compared, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const about = place.about('comparison', `of ${from} and ${to}`)
  const row = await gitlab.row({ path: `${place.path}/repository/compare`, query: { from, to, straight }, about }, turn)
  return { from, to, ...comparisonOf(row), untrusted: true }
}

export async function listTags(gitlab: GitLab, { project, search, ...paging }: NamesQuestion, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const request = { path: `${place.path}/repository/tags`, query: { search }, about: place.about('project', '') }
  return await list(gitlab, request, pagingOf(paging), tagOf, turn)
}

interface TagName {
  project?: string
  tag: string
}

export async function getTag(gitlab: GitLab, { project, tag }: TagName, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const path = `${place.path}/repository/tags/${segment(tag, 'tag')}`
  return tagOf(await gitlab.row({ path, about: place.about('tag', tag) }, turn))
}

export async function createTag(gitlab: GitLab, { project, tag, ...content }: TagName & { ref: string; message?: string }, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const json = { tag_name: tag, ...pick(content, ['ref', 'message']) }
  const about = place.about('project', '')
  const { body } = await gitlab.send({ method: 'POST', path: `${place.path}/repository/tags`, json, about }, turn)
  if (isRow(body)) return tagOf(body)
  throw unreadable(about, false)
}

export async function deleteTag(gitlab: GitLab, { project, tag }: TagName, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const path = `${place.path}/repository/tags/${segment(tag, 'tag')}`
  await gitlab.send({ method: 'DELETE', path, about: place.about('tag', tag) }, turn)
  return { name: tag, deleted: true }
}
