import { pathSegment, segment } from '../../../../lib/http/segment.ts'
import { pick } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { fileStream } from '../content/download.ts'
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

/** GitLab records the evidence after its response. */
export async function createEvidence(gitlab: GitLab, name: ReleaseRef, call: GitLabCall) {
  const { path, subject } = await releaseTarget(gitlab, name, call)
  await gitlab.send({ method: 'POST', path: `${path}/evidence`, subject }, call)
  return { tag: name.tag, queued: true }
}

/** GitLab redirects to the URL of the link; one on another host, or outside the files of the project, is refused. */
export async function downloadAsset(gitlab: GitLab, { asset_path, ...name }: ReleaseRef & { asset_path: string }, call: GitLabCall) {
  const { path, subject } = await releaseTarget(gitlab, name, call)
  const parts = asset_path.split('/').filter(part => part !== '')
  const asset = parts.map(part => segment(part, 'asset_path')).join('/')
  const folders = await fileFolders(gitlab, name.project, call)
  const request = {
    path: `${path}/downloads/${asset}`,
    subject: { kind: 'asset', name: `${asset_path} of ${subject.name}` },
    may_redirect_to: ({ pathname }: URL) => !HIDDEN_PARENT.test(pathname) && folders.some(folder => pathname.startsWith(folder))
  }
  return fileStream(await gitlab.download(request, call), parts.at(-1) ?? 'asset')
}

/** Some servers decode a slash after `..`. */
const HIDDEN_PARENT = /\.\.(?:%2f|%5c)|(?:%2f|%5c)\.\./i

/** Resources of a project in the API that contain files. */
const WITH_FILES = ['packages', 'jobs', 'releases', 'repository', 'uploads']

/** Returns the URL paths that contain files of the project. A link must not lead to more, such as variables, with the token. */
async function fileFolders(gitlab: GitLab, named: string | undefined, call: GitLabCall): Promise<string[]> {
  const { reference } = await gitlab.project(named, call)
  // The token of a CI job cannot read the project.
  const { id, path } = gitlab.site.auth === 'job' ? { id: null, path: reference } : await gitlab.access.identify(reference, call)
  const { api, base } = gitlab.site
  const folder = (url: string): string => new URL(url).pathname
  const references = [id, reference, path].filter(one => one !== null)
  return [
    ...references.flatMap(one => WITH_FILES.map(name => folder(`${api}/projects/${pathSegment(String(one), 'project')}/${name}/`))),
    folder(`${base}/${path}/-/`)
  ]
}
