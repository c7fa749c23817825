import type { FastifyRequest } from 'fastify'
import { type Query, textIn } from '../paging.ts'
import { refuse } from '../refusal.ts'
import type { Allowed } from '../state/model.ts'
import { restrictionsOf } from '../views/v1.ts'
import { type AddRoutes, type ById, pageOf, viewOf } from './site.ts'

interface Named {
  accountId?: string
  username?: string
  userKey?: string
  name?: string
}

interface Restriction {
  operation?: string
  restrictions?: { user?: Named[] | { results?: Named[] }; group?: Named[] | { results?: Named[] } }
}

type Body = Restriction[] | { results: Restriction[] }

const listed = (some: Named[] | { results?: Named[] } | undefined): Named[] => (Array.isArray(some) ? some : (some?.results ?? []))

const restrictions: AddRoutes = (app, served) => {
  const { site } = served
  const allowedIn = ({ restrictions: some }: Restriction): Allowed => ({
    users: listed(some?.user).map(named => {
      const found = site.users.find(
        ({ accountId, username, userKey }) => accountId === named.accountId || username === named.username || userKey === named.userKey
      )
      if (!found) throw refuse(400, `No user found: ${named.accountId ?? named.username}`)
      return found
    }),
    groups: listed(some?.group).map(({ name }) => name ?? '')
  })
  app.put<ById & { Body: Body }>('/rest/api/content/:id/restriction', async request => {
    const page = pageOf(site, request.params.id)
    const all = Array.isArray(request.body) ? request.body : request.body.results
    if (all.some(({ operation }) => operation !== 'read' && operation !== 'update')) throw refuse(400, 'Unknown operation')
    const of = (operation: string): Allowed => {
      const found = all.find(one => one.operation === operation)
      return found ? allowedIn(found) : { users: [], groups: [] }
    }
    const [readers, editors] = [of('read'), of('update')]
    page.readers = readers
    page.editors = editors
    const { read, update } = restrictionsOf(viewOf(request, served), page)
    return { results: [read, update], start: 0, limit: 200, size: 2, restrictionsHash: 'hash', _links: {} }
  })
  if (site.mode !== 'cloud') return
  const all = (request: FastifyRequest<ById>) => {
    const { read, update } = restrictionsOf(viewOf(request, served), pageOf(site, request.params.id))
    return { results: [read, update], start: 0, limit: 200, size: 2, restrictionsHash: 'hash', _links: {} }
  }
  app.get<ById>('/rest/api/content/:id/restriction', async request => all(request))
  app.delete<ById>('/rest/api/content/:id/restriction', async request => {
    const page = pageOf(site, request.params.id)
    delete page.readers
    delete page.editors
    return all(request)
  })
  app.put<{ Params: { id: string; operation: string }; Querystring: Query }>(
    '/rest/api/content/:id/restriction/byOperation/:operation/user',
    async ({ params, query }) => {
      const page = pageOf(site, params.id)
      const user = site.users.find(({ accountId }) => accountId === textIn(query, 'accountId'))
      if (!user || (params.operation !== 'read' && params.operation !== 'update')) throw refuse(400, 'No such user or operation')
      const name = params.operation === 'read' ? 'readers' : 'editors'
      const { users, groups } = page[name] ?? { users: [], groups: [] }
      page[name] = { users: [...new Set([...users, user])], groups }
      return {}
    }
  )
  app.post<ById & { Body: { subject?: { type?: string; identifier?: string }; operation?: string } }>(
    '/rest/api/content/:id/permission/check',
    async request => {
      const page = pageOf(site, request.params.id)
      const { subject, operation } = request.body
      if (!subject?.identifier || !operation || !['read', 'update', 'delete'].includes(operation)) throw refuse(400, 'Invalid request')
      const user = site.users.find(({ accountId }) => accountId === subject.identifier)
      if (!user) return { hasPermission: false, errors: [{ translation: 'The user does not exist', args: [] }], _links: {} }
      const isFree = (some: Allowed | undefined): boolean => !some || (some.users.length === 0 && some.groups.length === 0)
      const fits = (some: Allowed | undefined): boolean => isFree(some) || some?.users.includes(user) === true
      const hasPermission = fits(page.readers) && (operation === 'read' || fits(page.editors))
      const errors = hasPermission ? [] : [{ translation: 'The content is restricted', args: [] }]
      return { hasPermission, errors, _links: {} }
    }
  )
  app.get<{ Params: { id: string }; Querystring: { fromDate?: string } }>(
    '/rest/api/analytics/content/:id/views',
    async ({ params, query }) => {
      const page = pageOf(site, params.id)
      return { id: Number(page.id), count: viewsOf(page.versions.length, query.fromDate) }
    }
  )
  app.get<{ Params: { id: string }; Querystring: { fromDate?: string } }>(
    '/rest/api/analytics/content/:id/viewers',
    async ({ params, query }) => {
      const page = pageOf(site, params.id)
      return { id: Number(page.id), count: Math.min(site.users.length, viewsOf(page.versions.length, query.fromDate)) }
    }
  )
}

/** Each version was viewed a few times, all of them in the past. */
const viewsOf = (versions: number, fromDate: string | undefined): number =>
  fromDate !== undefined && new Date(fromDate).getTime() > Date.now() ? 0 : versions * 4

export default restrictions
