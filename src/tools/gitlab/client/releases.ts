import { pick } from '../../../lib/row.ts'
import type { GitLab } from './connection.ts'
import { pagingOf } from './issues.ts'
import { list, type Paging } from './paging.ts'
import { placeOf } from './place.ts'
import { segment, type Turn } from './request.ts'
import { releaseOf } from './shapes/documents.ts'

interface ReleasesQuestion extends Paging {
  project?: string
  order_by: string
  sort: string
}

export async function listReleases(gitlab: GitLab, { project, order_by, sort, ...paging }: ReleasesQuestion, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const request = { path: `${place.path}/releases`, query: { order_by, sort }, about: place.about('project', '') }
  return { ...(await list(gitlab, request, pagingOf(paging), releaseOf, turn)), untrusted: true }
}

interface ReleaseName {
  project?: string
  tag: string
}

async function releasePlace(gitlab: GitLab, { project, tag }: ReleaseName, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  return { path: `${place.path}/releases/${segment(tag, 'tag')}`, about: place.about('release', tag) }
}

export async function getRelease(gitlab: GitLab, name: ReleaseName, turn: Turn) {
  return { ...releaseOf(await gitlab.row(await releasePlace(gitlab, name, turn), turn)), untrusted: true }
}

const CONTENT = ['name', 'description', 'milestones', 'released_at']

interface ReleaseContent extends ReleaseName {
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

export async function createRelease(gitlab: GitLab, { project, tag, links, ...content }: NewReleaseContent, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const json = { tag_name: tag, ...pick(content, [...CONTENT, 'ref', 'tag_message']), ...(links && { assets: { links } }) }
  const about = place.about('project', '', 'already_exists')
  return releaseOf(await gitlab.row({ method: 'POST', path: `${place.path}/releases`, json, about }, turn))
}

export async function updateRelease(gitlab: GitLab, change: ReleaseContent, turn: Turn) {
  const json = pick(change, CONTENT)
  return releaseOf(await gitlab.row({ method: 'PUT', ...(await releasePlace(gitlab, change, turn)), json }, turn))
}

export async function deleteRelease(gitlab: GitLab, name: ReleaseName, turn: Turn) {
  await gitlab.send({ method: 'DELETE', ...(await releasePlace(gitlab, name, turn)) }, turn)
  return { tag: name.tag, deleted: true }
}
