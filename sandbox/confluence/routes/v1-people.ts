import { type Query, textIn } from '../paging.ts'
import { refuse } from '../refusal.ts'
import type { User } from '../state/model.ts'
import { userV1 } from '../views/v1.ts'
import { type AddRoutes, type Served, spaceOf, viewOf } from './site.ts'
import { paged } from './v1-paged.ts'

const groupView = (name: string) => ({ type: 'group', name, id: `group-${name}`, _links: {} })

/** Users, groups, and who watches what. Watches are of the account only. */
const people: AddRoutes = (app, served) => {
  const { site } = served
  if (site.mode !== 'cloud') return
  const userIn = (query: Query): User => {
    const user = site.users.find(({ accountId }) => accountId === textIn(query, 'accountId'))
    if (!user) throw refuse(404, 'No user found')
    return user
  }
  app.get<{ Querystring: Query }>('/rest/api/user', async request => userV1(viewOf(request, served), userIn(request.query)))
  app.get<{ Querystring: Query }>('/rest/api/user/memberof', async request => {
    userIn(request.query)
    return paged(request, served, GROUPS, groupView)
  })
  app.get<{ Querystring: Query }>('/rest/api/group', async request => paged(request, served, GROUPS, groupView))
  watchRoutes(app, served)
}

const GROUPS = ['confluence-users', 'release-managers']

const watchRoutes: AddRoutes = (app, served: Served) => {
  const { site } = served
  const watched = new Set<string>()
  const kinds = [
    [
      'content',
      (id: string) => {
        if (!site.pages.has(id)) throw refuse(404, `No content found with id: ${id}`)
      }
    ],
    ['space', (key: string) => void spaceOf(site, space => space.key === key)],
    ['label', () => undefined]
  ] as const
  for (const [kind, check] of kinds) {
    const path = `/rest/api/user/watch/${kind}/:name`
    const nameOf = (name: string): string => {
      check(name)
      return `${kind} ${name}`
    }
    app.get<{ Params: { name: string } }>(path, async ({ params }) => ({ watching: watched.has(nameOf(params.name)) }))
    app.post<{ Params: { name: string } }>(path, async ({ params, headers }, reply) => {
      if (!/^no-?check$/.test(String(headers['x-atlassian-token']))) throw refuse(403, 'XSRF check failed')
      watched.add(nameOf(params.name))
      return reply.code(204).send()
    })
    app.delete<{ Params: { name: string } }>(path, async ({ params }, reply) => {
      watched.delete(nameOf(params.name))
      return reply.code(204).send()
    })
  }
}

export default people
