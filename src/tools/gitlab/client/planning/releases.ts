import { pathSegment } from '../../../../lib/http/segment.ts'
import { pick } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { releaseOf } from '../mappers/documents.ts'
import type { GitLabCall } from '../request.ts'

interface ReleasesQuery extends Paging {
  project?: string
  order_by: string
  sort: string
}

export async function listReleases(gitlab: GitLab, { project: reference, order_by, sort, ...paging }: ReleasesQuery, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const request = { path: `${project.path}/releases`, query: { order_by, sort }, subject: project.subject() }
  return { ...(await list(gitlab, request, pagingOf(paging), releaseOf, call)), untrusted: true }
}

interface ReleaseRef {
  project?: string
  tag: string
}

async function releaseTarget(gitlab: GitLab, { project: reference, tag }: ReleaseRef, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  return { path: `${project.path}/releases/${pathSegment(tag, 'tag')}`, subject: project.subject('release', tag) }
}

export async function getRelease(gitlab: GitLab, name: ReleaseRef, call: GitLabCall) {
  return { ...releaseOf(await gitlab.row(await releaseTarget(gitlab, name, call), call)), untrusted: true }
}

const CONTENT = ['name', 'description', 'milestones', 'released_at']

interface ReleaseContent extends ReleaseRef {
  name?: string
  description?: string
  milestones?: string[]
  released_at?: string
}

interface NewReleaseContent extends ReleaseContent {
  ref?: string
  tag_message?: string
  links?: { name: string; url: string; link_type?: string }[]
}

export async function createRelease(gitlab: GitLab, { project: reference, tag, links, ...content }: NewReleaseContent, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const json = { tag_name: tag, ...pick(content, [...CONTENT, 'ref', 'tag_message']), ...(links && { assets: { links } }) }
  const subject = project.subject('project', '', 'already_exists')
  return releaseOf(await gitlab.row({ method: 'POST', path: `${project.path}/releases`, json, subject }, call))
}

export async function updateRelease(gitlab: GitLab, change: ReleaseContent, call: GitLabCall) {
  const json = pick(change, CONTENT)
  return releaseOf(await gitlab.row({ method: 'PUT', ...(await releaseTarget(gitlab, change, call)), json }, call))
}

export async function deleteRelease(gitlab: GitLab, name: ReleaseRef, call: GitLabCall) {
  await gitlab.send({ method: 'DELETE', ...(await releaseTarget(gitlab, name, call)) }, call)
  return { tag: name.tag, deleted: true }
}
