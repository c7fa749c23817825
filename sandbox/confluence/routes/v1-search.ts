import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Hit, search } from '../cql/evaluate.ts'
import { listIn, numberIn, type Query, textIn } from '../paging.ts'
import { refuse } from '../refusal.ts'
import { bodyOf, current, newest, titleOf } from '../state/model.ts'
import { textOf } from '../storage.ts'
import { attachmentV1, below, pageV1, spaceV1, userV1, type View } from '../views/v1.ts'
import { originOf, type Served, viewOf } from './site.ts'

type SearchRequest = FastifyRequest<{ Querystring: Query }>

const EXCERPT = 300

/** A few words around the matches, which are marked. */
function excerptOf(text: string, cql: string, wish: string): string {
  if (wish === 'none') return ''
  const [, words = ''] = /~\s*"([^"]*)"/.exec(cql) ?? []
  const [word = ''] = words.split(/\s+/)
  const at = word === '' ? -1 : text.toLowerCase().indexOf(word.toLowerCase())
  const from = Math.max(0, at - EXCERPT / 2)
  const escaped = text
    .slice(from, from + EXCERPT)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
  if (!wish.startsWith('highlight') || at < 0) return escaped
  return escaped.replace(new RegExp(word.replace(/[^\p{L}\p{N}]/gu, '.'), 'gi'), found => `@@@hl@@@${found}@@@endhl@@@`)
}

function row(view: View, hit: Hit, cql: string, wish: string) {
  const inside = below(view, 'content')
  const common = (title: string, url: string, lastModified: string, text: string) => ({
    title,
    excerpt: excerptOf(text, cql, wish),
    url,
    breadcrumbs: [],
    iconCssClass: 'aui-icon',
    lastModified,
    friendlyLastModified: lastModified.slice(0, 10),
    score: 1
  })
  if (hit.kind === 'user')
    return { user: userV1(view, hit.user), ...common(hit.user.displayName, '/people', '2026-01-01T00:00:00.000Z', ''), entityType: 'user' }
  if (hit.kind === 'space') {
    const { space } = hit
    return {
      space: spaceV1({ ...view, expand: [] }, space),
      ...common(space.name, `/spaces/${space.key}`, space.createdAt, space.description),
      entityType: 'space'
    }
  }
  const page = hit.kind === 'content' ? hit.page : hit.attachment.page
  const container = { resultGlobalContainer: { title: page.space.name, displayUrl: `/spaces/${page.space.key}` } }
  if (hit.kind === 'attachment') {
    const { title } = hit.attachment
    return {
      content: attachmentV1(inside, hit.attachment),
      ...common(title, `/pages/${page.id}`, newest(hit.attachment).when, title),
      ...container,
      entityType: 'content'
    }
  }
  return {
    content: pageV1(inside, page),
    ...common(titleOf(page), `/spaces/${page.space.key}/pages/${page.id}`, current(page).when, textOf(bodyOf(page))),
    ...container,
    entityType: 'content'
  }
}

/** Returns a page of results: by cursor on Cloud, by start in Data Center. */
function answer<T>(served: Served, request: SearchRequest, found: readonly T[], show: (item: T) => unknown, extra: object) {
  const { site } = served
  const { query } = request
  const limit = Math.min(numberIn(query, 'limit', 25), 100)
  const start =
    site.mode === 'cloud' && textIn(query, 'cursor') !== undefined ? startIn(textIn(query, 'cursor')) : numberIn(query, 'start', 0)
  const results = found.slice(start, start + limit).map(show)
  const parameters = new URLSearchParams(request.url.split('?')[1])
  if (site.mode === 'cloud') parameters.set('cursor', Buffer.from(`_sa_${start + limit}`).toString('base64url'))
  else parameters.set('start', String(start + results.length))
  const path = request.url.split('?')[0]?.slice(served.prefix.length)
  const next = start + limit < found.length && { next: `${path}?${parameters}` }
  const base = `${originOf(request)}${served.prefix}`
  return {
    results,
    start,
    limit,
    size: results.length,
    ...extra,
    _links: { ...next, base, context: served.prefix, self: `${originOf(request)}${request.url}` }
  }
}

export function searchRoutes(app: FastifyInstance, served: Served): void {
  const { site, lagMs } = served

  app.get<{ Querystring: Query }>('/rest/api/search', async request => {
    const cql = cqlIn(request)
    const found = search(site, cql, lagMs)
    const wish = textIn(request.query, 'excerpt') ?? 'highlight'
    const view = viewOf(request, served)
    const total = site.mode === 'cloud' ? { totalSize: found.length } : { totalSize: found.length, totalCount: found.length }
    return answer(served, request, found, hit => row(view, hit, cql, wish), { ...total, cqlQuery: cql, searchDuration: 3 })
  })

  app.get<{ Querystring: Query }>('/rest/api/content/search', async request => {
    const found = search(site, cqlIn(request), lagMs)
    const view = { ...viewOf(request, served), expand: listIn(request.query, 'expand') }
    const contents = found.filter(hit => hit.kind === 'content' || hit.kind === 'attachment')
    return answer(
      served,
      request,
      contents,
      hit => (hit.kind === 'content' ? pageV1(view, hit.page) : hit.kind === 'attachment' ? attachmentV1(view, hit.attachment) : null),
      { totalSize: contents.length }
    )
  })

  if (site.mode === 'cloud')
    app.get<{ Querystring: Query }>('/rest/api/search/user', async request => {
      const cql = cqlIn(request)
      const found = search(site, `(${cql}) and type = user`, 0)
      return answer(served, request, found, hit => row(viewOf(request, served), hit, cql, 'none'), {
        totalSize: found.length,
        cqlQuery: cql,
        searchDuration: 1
      })
    })
}

function cqlIn(request: SearchRequest): string {
  const cql = textIn(request.query, 'cql')
  if (cql === undefined || cql.trim() === '') throw refuse(400, 'Could not parse cql : ')
  return cql
}

function startIn(cursor: string | undefined): number {
  const [, start] = /^_sa_(\d+)$/.exec(Buffer.from(cursor ?? '', 'base64url').toString()) ?? []
  if (start === undefined) throw refuse(400, 'The cursor is invalid')
  return Number(start)
}
