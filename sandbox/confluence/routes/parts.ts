import type { FastifyInstance } from 'fastify'
import { cursorPage, numberIn, type Query } from '../paging.ts'
import type { Page, Space } from '../state/model.ts'
import { MAX_RESTRICTIONS, restriction, restrictionsOf, versionV1 } from '../views/v1.ts'
import { type ById, originOf, pageOf, type Served, spaceOf, viewOf } from './site.ts'
import { paged } from './v1-paged.ts'

/** Parts of pages and spaces: restrictions, properties, permissions, settings. */

const firstVersion = ({ createdAt, createdBy }: Page) => ({ number: 1, when: createdAt, by: createdBy, message: '', minorEdit: false })

export function partsV1(app: FastifyInstance, served: Served): void {
  const { site } = served
  app.get<ById>('/rest/api/content/:id/restriction/byOperation', async request => {
    return restrictionsOf(viewOf(request, served), pageOf(site, request.params.id))
  })
  app.get<{ Params: { id: string; operation: 'read' | 'update' }; Querystring: Query }>(
    '/rest/api/content/:id/restriction/byOperation/:operation',
    async request => {
      const { params, query } = request
      const limit = Math.min(numberIn(query, 'limit', 100), MAX_RESTRICTIONS)
      return restriction(viewOf(request, served), pageOf(site, params.id), params.operation, { start: numberIn(query, 'start', 0), limit })
    }
  )
  if (site.mode === 'datacenter') dataCenterParts(app, served)
  else
    app.get<{ Params: { key: string }; Querystring: Query }>('/rest/api/space/:key/settings', async request => {
      const space = spaceOf(site, ({ key }) => key === request.params.key)
      return { routeOverrideEnabled: false, _links: { self: `${originOf(request)}/rest/api/space/${space.key}/settings` } }
    })
}

function dataCenterParts(app: FastifyInstance, served: Served): void {
  const { site } = served
  app.get<ById>('/rest/api/content/:id/property', async request => {
    const [view, page] = [viewOf(request, served), pageOf(site, request.params.id)]
    const version = versionV1(view, firstVersion(page))
    return paged(request, served, page.properties ?? [], ({ id, key, value }) => ({ id, key, value, version }))
  })
  app.get<{ Params: { key: string }; Querystring: Query }>('/rest/api/space/:key/permissions', async request => {
    const space = spaceOf(site, ({ key }) => key === request.params.key)
    return allowed(space).map(({ operation, targetType }) => ({
      operation: { operationKey: operation, targetType },
      subject: { type: 'known', displayName: space.createdBy.displayName },
      spaceKey: space.key,
      spaceId: Number(space.id)
    }))
  })
}

/** The creator of a space has all permissions. */
const allowed = ({ createdBy }: Space) =>
  (
    [
      ['read', 'space'],
      ['create', 'page'],
      ['administer', 'space']
    ] as const
  ).map(([operation, targetType]) => ({ operation, targetType, user: createdBy }))

export function partsV2(app: FastifyInstance, { site, prefix }: Served): void {
  app.get<ById>('/api/v2/spaces/:id/permissions', async request => {
    const space = spaceOf(site, ({ id }) => id === request.params.id)
    const path = `${prefix}/api/v2/spaces/${space.id}/permissions`
    const { results, next } = cursorPage(allowed(space), path, request.query, ({ operation, targetType, user }) => ({
      id: `${space.id}-${operation}-${targetType}`,
      principal: { type: 'user', id: user.accountId },
      operation: { key: operation, targetType }
    }))
    return { results, _links: { ...(next && { next }), base: `${originOf(request)}${prefix}` } }
  })
}
