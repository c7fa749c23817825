import { pathSegment } from '../../../../lib/http/segment.ts'
import { pick, type Row } from '../../../../lib/row.ts'
import type { WikiPage } from '../../schemas/documents.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { wikiPageOf } from '../mappers/documents.ts'
import { ownerOf, projectOrGroup } from '../projects/projects.ts'
import type { GitLabCall } from '../request.ts'

interface PagesQuery extends Paging {
  project?: string
  group?: string
  full: boolean
}

/** GitLab returns all pages at once. */
export async function listWikiPages(gitlab: GitLab, { project, group, full, ...paging }: PagesQuery, call: GitLabCall) {
  const { path, subject } = await projectOrGroup(gitlab, ownerOf({ project, group }), call)
  const request = { path: `${path}/wikis`, query: { with_content: full }, subject, unpaginated: true }
  const map = (row: Row): WikiPage => ({ ...wikiPageOf(row), ...(!full && { content: null }) })
  return { ...(await list(gitlab, request, pagingOf(paging), map, call)), untrusted: true }
}

interface PageRef {
  project?: string
  group?: string
  slug: string
}

async function pageTarget(gitlab: GitLab, { slug, ...owner }: PageRef, call: GitLabCall) {
  const { path, subject } = await projectOrGroup(gitlab, owner, call)
  return { path: `${path}/wikis/${pathSegment(slug, 'slug')}`, subject: { kind: 'wiki page', name: `${slug} of ${subject.name}` } }
}

export async function getWikiPage(gitlab: GitLab, { version, ...name }: PageRef & { version?: string }, call: GitLabCall) {
  const row = await gitlab.row({ ...(await pageTarget(gitlab, name, call)), query: { version } }, call)
  return { ...wikiPageOf(row), untrusted: true }
}

const CONTENT = ['title', 'content', 'format']

interface NewPage {
  project?: string
  group?: string
  title: string
  content: string
  format: string
}

export async function createWikiPage(gitlab: GitLab, input: NewPage, call: GitLabCall) {
  const { path, subject } = await projectOrGroup(gitlab, input, call)
  return wikiPageOf(await gitlab.row({ method: 'POST', path: `${path}/wikis`, json: pick(input, CONTENT), subject }, call))
}

interface PageChange extends PageRef {
  title?: string
  content?: string
  format?: string
}

export async function updateWikiPage(gitlab: GitLab, change: PageChange, call: GitLabCall) {
  const json = pick(change, CONTENT)
  return wikiPageOf(await gitlab.row({ method: 'PUT', ...(await pageTarget(gitlab, change, call)), json }, call))
}

export async function deleteWikiPage(gitlab: GitLab, name: PageRef, call: GitLabCall) {
  await gitlab.send({ method: 'DELETE', ...(await pageTarget(gitlab, name, call)) }, call)
  return { slug: name.slug, deleted: true }
}
