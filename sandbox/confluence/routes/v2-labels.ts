import type { FastifyRequest } from 'fastify'
import { cursorPage, type Query } from '../paging.ts'
import { labelV2, pageV2 } from '../views/v2.ts'
import { type AddRoutes, type ById, originOf, spaceOf } from './site.ts'
import { attachmentOf } from './v2-rest.ts'

/** Labels of spaces, of their content and of attachments; content with a label. */
const labels: AddRoutes = (app, { site, prefix }) => {
  if (site.mode !== 'cloud') return
  const list = <T>(request: FastifyRequest<{ Querystring: Query }>, all: readonly T[], show: (item: T) => unknown) => {
    const { results, next } = cursorPage(all, `${request.url.split('?')[0]}`, request.query, show)
    return { results, _links: { ...(next && { next }), base: `${originOf(request)}${prefix}` } }
  }
  app.get<ById>('/api/v2/spaces/:id/labels', async request => {
    const { labels: all } = spaceOf(site, ({ id }) => id === request.params.id)
    return list(request, all, labelV2)
  })
  app.get<ById>('/api/v2/spaces/:id/content/labels', async request => {
    const space = spaceOf(site, ({ id }) => id === request.params.id)
    const all = [...site.pages.values()].filter(page => page.space === space).flatMap(page => page.labels)
    return list(request, [...new Set(all)], labelV2)
  })
  app.get<ById>('/api/v2/attachments/:id/labels', async request =>
    list(request, attachmentOf(site, request.params.id).labels ?? [], labelV2)
  )
  for (const [place, type] of [
    ['pages', 'page'],
    ['blogposts', 'blogpost']
  ] as const)
    app.get<ById>(`/api/v2/labels/:id/${place}`, async request => {
      const isNamed = (name: string): boolean => labelV2(name).id === request.params.id
      const all = [...site.pages.values()].filter(page => page.type === type && page.status === 'current' && page.labels.some(isNamed))
      return list(request, all, page => pageV2(page))
    })
}

export default labels
