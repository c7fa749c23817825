import type { FastifyInstance } from 'fastify'
import { cursorPage, listIn, numberIn, type Query, textIn } from '../paging.ts'
import { refuse } from '../refusal.ts'
import { createPage, editPage, movePage, purge, storageOf, trash, type Written } from '../state/change.ts'
import { ancestorsOf, childrenOf, current, descendantsOf, type Page, titleOf } from '../state/model.ts'
import { bodyV2, childV2, labelV2, pageV2, versionV2 } from '../views/v2.ts'
import { type ById, originOf, pageOf, type Served, spaceOf } from './site.ts'

interface WriteBody {
  id?: string
  spaceId?: string
  status?: string
  title?: string
  parentId?: string
  body?: Written
  version?: { number?: number; message?: string }
}

const KEYS: ReadonlyMap<string, (page: Page) => string | number> = new Map(
  Object.entries<(page: Page) => string | number>({
    id: ({ id }) => Number(id),
    title: titleOf,
    'created-date': ({ createdAt }) => createdAt,
    'modified-date': page => current(page).when
  })
)

export function listed(site: Served['site'], type: Page['type'], query: Query, extra: (page: Page) => boolean = () => true): Page[] {
  const [statuses, ids, spaces, title] = [listIn(query, 'status'), listIn(query, 'id'), listIn(query, 'space-id'), textIn(query, 'title')]
  const sort = textIn(query, 'sort') ?? 'id'
  const keyOf = KEYS.get(sort.replace(/^-/, ''))
  if (!keyOf || (type === 'blogpost' && sort.includes('title'))) throw refuse(400, `Provided value {${sort}} for 'sort' is not valid`)
  const wanted = statuses.length > 0 ? statuses : ['current', 'archived']
  const found = [...site.pages.values()].filter(
    page =>
      page.type === type &&
      wanted.includes(page.status) &&
      (ids.length === 0 || ids.includes(page.id)) &&
      (spaces.length === 0 || spaces.includes(page.space.id)) &&
      (title === undefined || titleOf(page) === title) &&
      extra(page)
  )
  const order = (a: Page, b: Page): number => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : Number(a.id) - Number(b.id))
  return found.sort((a, b) => order(a, b) * (sort.startsWith('-') ? -1 : 1))
}

/** Maximum number of labels in a page. */
const MAX_INCLUDED = 50

/** The response to a write of a page. */
const single = (
  { prefix }: Served,
  page: Page,
  format: string | undefined,
  request: Parameters<typeof originOf>[0],
  extra: object = {}
) => {
  const { _links, ...shown } = pageV2(page, { format })
  return { ...shown, ...extra, _links: { ..._links, base: `${originOf(request)}${prefix}` } }
}

/** Routes of version 2 for pages and blog posts, which differ little. */
export function pageRoutes(app: FastifyInstance, served: Served, type: Page['type']): void {
  const { site, prefix } = served
  const [place] = type === 'page' ? ['pages'] : ['blogposts']
  const base = `/api/v2/${place}`

  app.get<{ Querystring: Query }>(base, async request => {
    const format = textIn(request.query, 'body-format')
    const { results, next } = cursorPage(listed(site, type, request.query), `${prefix}${base}`, request.query, page =>
      pageV2(page, { format })
    )
    return { results, _links: { ...(next && { next }), base: `${originOf(request)}${prefix}` } }
  })

  app.post<{ Body: WriteBody }>(base, async request => {
    const { spaceId, title = '', parentId, body } = request.body
    const space = spaceOf(site, ({ id }) => id === spaceId)
    const page = createPage(site, { type, space, title, body: body ? storageOf(body, true) : '', parentId })
    return single(served, page, 'storage', request)
  })

  app.get<ById>(`${base}/:id`, async request => {
    const { id } = request.params
    const page = pageOf(site, id, type)
    const number = textIn(request.query, 'version')
    const version = number === undefined ? current(page) : page.versions.find(one => one.number === Number(number))
    const statuses = listIn(request.query, 'status')
    const allowed = number !== undefined || (statuses.length > 0 ? statuses : ['current', 'archived']).includes(page.status)
    if (!version || !allowed) throw refuse(404, 'Not Found')
    const { _links, ...shown } = pageV2(page, { format: textIn(request.query, 'body-format'), version })
    const labels = textIn(request.query, 'include-labels') === 'true' && {
      labels: {
        results: page.labels.slice(0, MAX_INCLUDED).map(labelV2),
        meta: { hasMore: page.labels.length > MAX_INCLUDED },
        _links: {}
      }
    }
    return { ...shown, ...labels, _links: { ..._links, base: `${originOf(request)}${prefix}` } }
  })

  changeRoutes(app, served, base, type)
  belowRoutes(app, served, base, type)
}

function changeRoutes(app: FastifyInstance, served: Served, base: string, type: Page['type']): void {
  const { site } = served
  app.put<ById & { Body: WriteBody }>(`${base}/:id`, async request => {
    const page = pageOf(site, request.params.id, type)
    const { id, status, title, body, version, spaceId, parentId } = request.body
    if (id !== page.id || status === undefined || title === undefined || !body || !version)
      throw refuse(400, 'id, status, title, body and version are required')
    if (spaceId !== undefined && spaceId !== page.space.id) throw refuse(400, 'A page cannot be moved to another space so')
    editPage(site, page, { number: version.number, title, body: storageOf(body, true), message: version.message })
    if (page.status === 'trashed' && status === 'current') page.status = 'current'
    if (parentId !== undefined && parentId !== page.parentId) movePage(site, page, pageOf(site, parentId))
    return single(served, page, 'storage', request)
  })

  if (type === 'page')
    app.put<ById & { Body: WriteBody }>(`${base}/:id/title`, async request => {
      const page = pageOf(site, request.params.id, type)
      editPage(site, page, { number: current(page).number + 1, title: request.body.title ?? '' })
      return single(served, page, undefined, request)
    })

  app.delete<ById>(`${base}/:id`, async (request, reply) => {
    const page = pageOf(site, request.params.id, type)
    if (textIn(request.query, 'purge') === 'true') purge(site, page)
    else if (page.status === 'trashed') throw refuse(404, 'Not Found')
    else trash(site, page)
    return reply.code(204).send()
  })
}

function belowRoutes(app: FastifyInstance, { site, prefix }: Served, base: string, type: Page['type']): void {
  const list = <T>(name: string, all: (page: Page, query: Query) => T[], show: (item: T, query: Query) => unknown): void => {
    app.get<ById>(`${base}/:id/${name}`, async request => {
      const { query } = request
      const page = pageOf(site, request.params.id, type)
      const path = `${prefix}${base}/${page.id}/${name}`
      const { results, next } = cursorPage(all(page, query), path, query, item => show(item, query))
      return { results, _links: { ...(next && { next }), base: `${originOf(request)}${prefix}` } }
    })
  }
  list('labels', page => page.labels, labelV2)
  list(
    'versions',
    page => page.versions.toReversed(),
    (version, query) => ({
      ...versionV2(version),
      page: { id: '', title: version.title, body: bodyV2(version.body, textIn(query, 'body-format')) }
    })
  )
  if (type !== 'page') return
  list('direct-children', page => childrenOf(site, page.id), childV2)
  list('children', page => childrenOf(site, page.id), childV2)
  list(
    'descendants',
    (page, query) => descendantsOf(site, page.id, numberIn(query, 'depth', 2)),
    ({ page, depth }) => {
      const { spaceId: _, ...child } = childV2(page)
      return { ...child, parentId: page.parentId, depth }
    }
  )
  app.get<ById>(`${base}/:id/ancestors`, async request => ({
    results: ancestorsOf(site, pageOf(site, request.params.id, type)).map(({ id }) => ({ id, type: 'page' })),
    _links: { base: `${originOf(request)}${prefix}` }
  }))
}
