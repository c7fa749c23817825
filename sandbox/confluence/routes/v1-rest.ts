import type { FastifyInstance } from 'fastify'
import { listIn, type Query, textIn } from '../paging.ts'
import { refuse } from '../refusal.ts'
import { createPage, editPage, movePage } from '../state/change.ts'
import { bodyOf, current, type Space } from '../state/model.ts'
import { renderView, wikiToStorage } from '../storage.ts'
import { pageV1, spaceV1, userV1, versionV1 } from '../views/v1.ts'
import { type ById, pageOf, type Served, spaceOf, viewOf } from './site.ts'
import { archiveRoutes } from './v1-archive.ts'
import { paged } from './v1-paged.ts'

export function siteRoutes(app: FastifyInstance, served: Served): void {
  const { site } = served
  app.get<{ Querystring: Query }>('/rest/api/user/current', async request => userV1(viewOf(request, served), site.me))
  app.get<{ Querystring: Query }>('/rest/api/space', async request => {
    const { query } = request
    const [keys, type, status] = [listIn(query, 'spaceKey'), textIn(query, 'type'), textIn(query, 'status')]
    const fits = (space: Space): boolean =>
      (keys.length === 0 || keys.includes(space.key)) &&
      (type === undefined || space.type === type) &&
      (status === undefined || space.status === status)
    const spaces = site.spaces.filter(fits).sort((a, b) => a.name.localeCompare(b.name))
    return paged(request, served, spaces, space => spaceV1(viewOf(request, served), space))
  })
  app.get<{ Params: { key: string }; Querystring: Query }>('/rest/api/space/:key', async request =>
    spaceV1(
      viewOf(request, served),
      spaceOf(site, ({ key }) => key === request.params.key)
    )
  )
  app.get<{ Params: { key: string }; Querystring: Query }>('/rest/api/space/:key/content/page', async request => {
    const space = spaceOf(site, ({ key }) => key === request.params.key)
    const isRoot = textIn(request.query, 'depth') === 'root'
    const pages = [...site.pages.values()].filter(
      page => page.space === space && page.type === 'page' && page.status === 'current' && (!isRoot || page.parentId === null)
    )
    return paged(request, served, pages, page => pageV1(viewOf(request, served), page))
  })
  app.post<{ Params: { to: string }; Body: { value: string; representation: string } }>(
    '/rest/api/contentbody/convert/:to',
    async request => {
      const { value, representation } = request.body
      const { to } = request.params
      if (representation === 'wiki' && to === 'storage' && site.mode === 'datacenter')
        return { value: wikiToStorage(value), representation: to }
      if (representation === 'storage' && ['view', 'export_view', 'styled_view', 'editor'].includes(to))
        return { value: to === 'editor' ? value : renderView(value), representation: to }
      throw refuse(400, `Cannot convert from ${representation} to ${to}`)
    }
  )
  if (site.mode === 'datacenter')
    app.get('/rest/api/server-information', async () => ({
      baseUrl: served.prefix,
      version: '10.0.3',
      buildNumber: 10003,
      marketplaceBuildNumber: 10003,
      buildDate: '2025-07-01'
    }))
  else cloudRoutes(app, served)
}

interface CopyBody {
  copyLabels?: boolean
  copyAttachments?: boolean
  destination: { type: string; value: string }
  pageTitle?: string
}

function cloudRoutes(app: FastifyInstance, served: Served): void {
  const { site } = served
  app.put<{ Params: { id: string; position: string; target: string } }>(
    '/rest/api/content/:id/move/:position/:target',
    async ({ params }) => {
      const [page, target] = [pageOf(site, params.id), pageOf(site, params.target)]
      if (params.position === 'append') movePage(site, page, target)
      else {
        movePage(site, page, pageOf(site, target.parentId ?? ''))
        page.position = target.position + (params.position === 'before' ? -0.5 : 0.5)
      }
      return { pageId: page.id }
    }
  )
  app.post<ById & { Body: CopyBody }>('/rest/api/content/:id/copy', async request => {
    const page = pageOf(site, request.params.id)
    const { destination, pageTitle, copyLabels, copyAttachments } = request.body
    const parent = destination.type === 'parent_page' ? pageOf(site, destination.value) : undefined
    const space = parent?.space ?? spaceOf(site, ({ key }) => key === destination.value)
    const title = pageTitle ?? ''
    const copy = createPage(site, { type: page.type, space, title, body: bodyOf(page), parentId: parent?.id })
    if (copyLabels) copy.labels = [...page.labels]
    if (copyAttachments)
      for (const attachment of [...site.attachments.values()].filter(one => one.page === page && one.status === 'current')) {
        const id = `att${site.newId()}`
        site.attachments.set(id, { ...attachment, id, page: copy })
      }
    return pageV1({ ...viewOf(request, served), expand: ['version', 'space', 'body.storage', 'history', 'ancestors'] }, copy)
  })
  app.post<ById & { Body: { operationKey?: string; params?: { versionNumber?: number; message?: string; restoreTitle?: boolean } } }>(
    '/rest/api/content/:id/version',
    async request => {
      const page = pageOf(site, request.params.id)
      const { versionNumber, message = '', restoreTitle = false } = request.body.params ?? {}
      const version = page.versions.find(({ number }) => number === versionNumber)
      if (request.body.operationKey !== 'restore' || !version) throw refuse(400, 'Invalid version')
      const now = current(page)
      const title = restoreTitle ? version.title : now.title
      editPage(site, page, { number: now.number + 1, title, body: version.body, message })
      return { ...versionV1(viewOf(request, served), current(page)), content: pageV1(viewOf(request, served), page) }
    }
  )
  archiveRoutes(app, served)
}
