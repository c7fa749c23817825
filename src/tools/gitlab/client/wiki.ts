import { pick, type Row } from '../../../lib/row.ts'
import type { WikiPage } from '../schemas/documents.ts'
import type { GitLab } from './connection.ts'
import { pagingOf } from './issues.ts'
import { list, type Paging } from './paging.ts'
import { placeOf } from './place.ts'
import { segment, type Turn } from './request.ts'
import { wikiPageOf } from './shapes/documents.ts'

interface PagesQuestion extends Paging {
  project?: string
  full: boolean
}

/** GitLab tells all pages at once. */
export async function listWikiPages(gitlab: GitLab, { project, full, ...paging }: PagesQuestion, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const request = { path: `${place.path}/wikis`, query: { with_content: full }, about: place.about('project', ''), whole: true }
  const read = (row: Row): WikiPage => ({ ...wikiPageOf(row), ...(!full && { content: null }) })
  return { ...(await list(gitlab, request, pagingOf(paging), read, turn)), untrusted: true }
}

interface PageName {
  project?: string
  slug: string
}

async function pagePlace(gitlab: GitLab, { project, slug }: PageName, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  return { path: `${place.path}/wikis/${segment(slug, 'slug')}`, about: place.about('wiki page', slug) }
}

export async function getWikiPage(gitlab: GitLab, { version, ...name }: PageName & { version?: string }, turn: Turn) {
  const row = await gitlab.row({ ...(await pagePlace(gitlab, name, turn)), query: { version } }, turn)
  return { ...wikiPageOf(row), untrusted: true }
}

const CONTENT = ['title', 'content', 'format']

interface NewPage {
  project?: string
  title: string
  content: string
  format: string
}

export async function createWikiPage(gitlab: GitLab, { project, ...content }: NewPage, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const request = { method: 'POST' as const, path: `${place.path}/wikis`, json: pick(content, CONTENT) }
  return wikiPageOf(await gitlab.row({ ...request, about: place.about('project', '') }, turn))
}

interface PageChange extends PageName {
  title?: string
  content?: string
  format?: string
}

export async function updateWikiPage(gitlab: GitLab, change: PageChange, turn: Turn) {
  const json = pick(change, CONTENT)
  return wikiPageOf(await gitlab.row({ method: 'PUT', ...(await pagePlace(gitlab, change, turn)), json }, turn))
}

export async function deleteWikiPage(gitlab: GitLab, name: PageName, turn: Turn) {
  await gitlab.send({ method: 'DELETE', ...(await pagePlace(gitlab, name, turn)) }, turn)
  return { slug: name.slug, deleted: true }
}
