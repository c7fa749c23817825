import type { FastifyInstance } from 'fastify'
import { scopesOf, tokenOf } from '../credentials.ts'
import { findGroup, findProject, findUser } from '../find.ts'
import { page } from '../paging.ts'
import { flagIn, listIn, numberIn, type Params, paramsOf, textIn } from '../params.ts'
import { invalidParameter, notFound, refuse } from '../refusal.ts'
import { type Served, viewsFor } from '../served.ts'
import { ME } from '../state/me.ts'
import type { Group, Member, Project, State } from '../state/model.ts'
import { listed } from '../views/listed.ts'

type Named = { Params: { id: string } }

export function peopleRoutes(app: FastifyInstance, served: Served): void {
  const { state, version } = served
  const result = { version, revision: '0c52d15c3bb', kas: { enabled: false }, enterprise: version.endsWith('-ee') }
  app.get('/version', () => result)
  app.get('/metadata', () => {
    if (Number.parseFloat(version) < 15.2) throw notFound('')
    return result
  })
  app.get('/user', request => {
    if (scopesOf(tokenOf(request)).includes('job')) throw refuse(401, '401 Unauthorized')
    return viewsFor(served, request).me(findUser(state, String(ME)))
  })
  app.get('/job', () => ({ id: 1, status: 'running', name: 'build' }))
  app.get('/personal_access_tokens/self', request => {
    if (Number.parseFloat(version) < 15.5) throw refuse(404, '404 Not Found')
    return { id: 7, name: 'sandbox', revoked: false, active: true, scopes: scopesOf(tokenOf(request)) }
  })
  app.get<Named>('/users/:id', request => viewsFor(served, request).fullUser(findUser(state, request.params.id)))
  app.get('/users', (request, reply) => {
    const params = paramsOf(request)
    const [search, username] = [textIn(params, 'search')?.toLowerCase(), textIn(params, 'username')]
    const found = state.users.filter(
      one =>
        (search === undefined || `${one.username} ${one.name}`.toLowerCase().includes(search)) &&
        (username === undefined || one.username === username) &&
        (!flagIn(params, 'active') || one.state === 'active')
    )
    return page(request, reply, found, viewsFor(served, request).user)
  })
  groupRoutes(app, served)
  memberRoutes(app, served)
}

function groupRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  app.get('/groups', (request, reply) => {
    const params = paramsOf(request)
    const search = textIn(params, 'search')?.toLowerCase()
    const found = state.groups.filter(
      one =>
        (search === undefined || `${one.full_path} ${one.name}`.toLowerCase().includes(search)) &&
        (!flagIn(params, 'top_level_only') || one.parent_id === null) &&
        !flagIn(params, 'owned')
    )
    return page(request, reply, found, one => listed('place', viewsFor(served, request).group(one)))
  })
  app.get<Named>('/groups/:id', request => viewsFor(served, request).group(findGroup(state, request.params.id)))
}

function memberRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const add = (path: string, membersOf: (id: string) => Member[]): void => {
    app.get<Named>(path, (request, reply) => {
      const query = textIn(paramsOf(request), 'query')?.toLowerCase()
      const named = (id: number): string => `${findUser(state, String(id)).username} ${findUser(state, String(id)).name}`.toLowerCase()
      const ids = listIn(paramsOf(request), 'user_ids')
      const found = membersOf(request.params.id).filter(
        ({ user_id }) => (query === undefined || named(user_id).includes(query)) && (ids === undefined || ids.includes(String(user_id)))
      )
      const rows = found.map(member => ({ ...member, id: member.user_id }))
      return page(request, reply, rows, viewsFor(served, request).member)
    })
  }
  const change = (path: string, ownerOf: (id: string) => Project | Group): void => {
    type One = { Params: { id: string; user: string } }
    const named = ({ id, user }: One['Params']): Member => {
      const found = ownerOf(id).members.find(({ user_id }) => String(user_id) === user)
      if (!found) throw refuse(404, '404 Not found')
      return found
    }
    const levelIn = (params: Params): number => {
      const level = numberIn(params, 'access_level')
      if (level === undefined) throw invalidParameter('access_level is missing')
      if (![5, 10, 15, 20, 30, 40, 50].includes(level)) throw invalidParameter('access_level does not have a valid value')
      return level
    }
    app.get<One>(`${path}/:user`, request => viewsFor(served, request).member(named(request.params)))
    app.post<Named>(path, (request, reply) => {
      const params = paramsOf(request)
      const owner = ownerOf(request.params.id)
      const { id: user_id } = findUser(state, textIn(params, 'user_id') ?? textIn(params, 'username') ?? '')
      if (owner.members.some(one => one.user_id === user_id)) throw refuse(409, 'Member already exists')
      const created = { user_id, access_level: levelIn(params), expires_at: textIn(params, 'expires_at') ?? null }
      owner.members.push(created)
      return reply.code(201).send(viewsFor(served, request).member(created))
    })
    app.put<One>(`${path}/:user`, request => {
      const params = paramsOf(request)
      const found = named(request.params)
      const expires_at = textIn(params, 'expires_at')
      Object.assign(found, { access_level: levelIn(params), ...(expires_at !== undefined && { expires_at: expires_at || null }) })
      return viewsFor(served, request).member(found)
    })
    app.delete<One>(`${path}/:user`, (request, reply) => {
      const [owner, found] = [ownerOf(request.params.id), named(request.params)]
      owner.members = owner.members.filter(one => one !== found)
      return reply.code(204).send()
    })
  }
  change('/projects/:id/members', id => findProject(state, id))
  change('/groups/:id/members', id => findGroup(state, id))
  add('/projects/:id/members', id => findProject(state, id).members)
  add('/projects/:id/members/all', id => all(state, findProject(state, id)))
  add('/groups/:id/members', id => findGroup(state, id).members)
  add('/groups/:id/members/all', id => all(state, findGroup(state, id)))
}

/** Members including those of parent groups; the highest access level counts. */
function all({ groups }: State, one: Project | Group): Member[] {
  const path = 'full_path' in one ? one.full_path : one.path
  const above = groups.filter(({ full_path }) => path.startsWith(`${full_path}/`)).flatMap(({ members }) => members)
  const highest = new Map<number, Member>()
  for (const member of [...one.members, ...above]) {
    const known = highest.get(member.user_id)
    if (!known || known.access_level < member.access_level) highest.set(member.user_id, member)
  }
  return [...highest.values()]
}
