import type { FastifyInstance } from 'fastify'
import { findGroup, findProject } from '../find.ts'
import { page } from '../paging.ts'
import { flagIn, listIn, numberIn, paramsOf, requiredIn, textIn, wordIn } from '../params.ts'
import { notFound, refuse } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import { ME } from '../state/me.ts'
import type { Group, Project, User } from '../state/model.ts'

type Named = { Params: { id: string } }

const VISIBILITIES = ['private', 'internal', 'public']

/** Namespaces, and changes of groups and projects. */
export default function namespaceRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const me = (): User | undefined => state.users.find(({ id }) => id === ME)
  const all = () => [...state.groups.map(ofGroup), ...[me()].flatMap(one => (one ? ofUser(one) : []))]
  app.get('/namespaces', (request, reply) => {
    const params = paramsOf(request)
    const search = textIn(params, 'search')?.toLowerCase()
    const found = all().filter(
      one =>
        (search === undefined || `${one.full_path} ${one.name}`.toLowerCase().includes(search)) &&
        (!flagIn(params, 'top_level_only') || one.parent_id === null) &&
        (!flagIn(params, 'owned_only') || one.kind === 'user')
    )
    return page(request, reply, found, one => one)
  })
  app.get<Named>('/namespaces/:id', request => {
    const { id } = request.params
    const found = all().find(one => String(one.id) === id || one.full_path.toLowerCase() === id.toLowerCase())
    if (!found) throw notFound('Namespace')
    return found
  })
  app.get<Named>('/namespaces/:id/exists', request => {
    const parent_id = numberIn(paramsOf(request), 'parent_id') ?? null
    const taken = (path: string): boolean => all().some(one => one.path === path && one.parent_id === parent_id)
    const { id } = request.params
    return { exists: taken(id), suggests: taken(id) ? [`${id}1`] : [] }
  })
  app.post('/groups', (request, reply) => {
    const params = paramsOf(request)
    const [name, path, parent_id] = [requiredIn(params, 'name'), requiredIn(params, 'path'), numberIn(params, 'parent_id') ?? null]
    const full_path = parent_id === null ? path : `${findGroup(state, String(parent_id)).full_path}/${path}`
    if (state.groups.some(one => one.full_path === full_path)) throw refuse(400, 'Failed to save group {:path=>["has already been taken"]}')
    const created: Group = {
      id: state.nextId(),
      full_path,
      name,
      description: textIn(params, 'description') ?? '',
      visibility: wordIn(params, 'visibility', VISIBILITIES) ?? 'private',
      parent_id,
      created_at: now(),
      members: [{ user_id: ME, access_level: 50 }]
    }
    state.groups.push(created)
    return reply.code(201).send(viewsFor(served, request).group(created))
  })
  app.get<Named>('/groups/:id/subgroups', (request, reply) => {
    const { id } = findGroup(state, request.params.id)
    return page(
      request,
      reply,
      state.groups.filter(one => one.parent_id === id),
      viewsFor(served, request).group
    )
  })
  app.put<Named>('/groups/:id', request => {
    const [found, params] = [findGroup(state, request.params.id), paramsOf(request)]
    found.name = textIn(params, 'name') ?? found.name
    found.description = textIn(params, 'description') ?? found.description
    found.visibility = wordIn(params, 'visibility', VISIBILITIES) ?? found.visibility
    return viewsFor(served, request).group(found)
  })
  app.delete<Named>('/groups/:id', (request, reply) => {
    const found = findGroup(state, request.params.id)
    state.groups = state.groups.filter(one => one !== found)
    return reply.code(202).send({ message: '202 Accepted' })
  })
  app.put<Named>('/projects/:id', request => {
    const [found, params] = [findProject(state, request.params.id), paramsOf(request)]
    const branch = textIn(params, 'default_branch')
    if (branch !== undefined && !found.repository.branches.has(branch))
      throw refuse(400, { base: [`Could not change HEAD: branch '${branch}' does not exist`] })
    if (branch !== undefined) Object.assign(found, { default_branch: branch, repository: { ...found.repository, default_branch: branch } })
    found.name = textIn(params, 'name') ?? found.name
    found.description = textIn(params, 'description') ?? found.description
    found.visibility = wordIn(params, 'visibility', VISIBILITIES) ?? found.visibility
    found.topics = listIn(params, 'topics') ?? found.topics
    found.settings = {
      ...found.settings,
      ...Object.fromEntries(SETTINGS.flatMap(name => (params[name] === undefined ? [] : [[name, params[name]]])))
    }
    found.last_activity_at = now()
    return viewsFor(served, request).project(found)
  })
  for (const [action, changes] of [
    ['archive', () => ({ archived: true })],
    ['unarchive', () => ({ archived: false })],
    ['star', ({ star_count }: Project) => ({ star_count: star_count + 1 })]
  ] as const)
    app.post<Named>(`/projects/:id/${action}`, (request, reply) => {
      const found = findProject(state, request.params.id)
      return reply.code(201).send(viewsFor(served, request).project(Object.assign(found, changes(found))))
    })
  app.delete<Named>('/projects/:id', (request, reply) => {
    const found = findProject(state, request.params.id)
    state.projects = state.projects.filter(one => one !== found)
    return reply.code(202).send({ message: '202 Accepted' })
  })
  app.post<Named>('/projects/:id/fork', (request, reply) => {
    const [source, params] = [findProject(state, request.params.id), paramsOf(request)]
    const above = textIn(params, 'namespace_path') ?? me()?.username ?? ''
    if (!all().some(({ full_path }) => full_path === above)) throw notFound('Target Namespace')
    const path = `${above}/${textIn(params, 'path') ?? source.path.split('/').at(-1)}`
    if (state.projects.some(one => one.path === path)) throw refuse(409, { path: ['has already been taken'] })
    const { branches, tags, commits, default_branch } = source.repository
    const created = {
      ...source,
      id: state.nextId(),
      path,
      name: textIn(params, 'name') ?? source.name,
      description: textIn(params, 'description') ?? source.description,
      visibility: wordIn(params, 'visibility', VISIBILITIES) ?? source.visibility,
      previous_paths: [],
      forked_from_id: source.id,
      star_count: 0,
      created_at: now(),
      last_activity_at: now(),
      members: [{ user_id: ME, access_level: 50 }],
      labels: [],
      milestones: [],
      issues: [],
      links: [],
      merge_requests: [],
      pipelines: [],
      releases: [],
      wiki: [],
      snippets: [],
      repository: { branches: new Map(branches), tags: new Map(tags), commits: new Map(commits), default_branch }
    }
    state.projects.push(created)
    const from = viewsFor(served, request).simpleProject(source)
    return reply.code(201).send({ ...viewsFor(served, request).project(created), forked_from_project: from })
  })
}

const SETTINGS = [
  'merge_method',
  'squash_option',
  'ci_config_path',
  'only_allow_merge_if_pipeline_succeeds',
  'only_allow_merge_if_all_discussions_are_resolved',
  'remove_source_branch_after_merge',
  'issues_access_level',
  'wiki_access_level'
]

const ofGroup = ({ id, name, full_path, parent_id }: Group) => ({
  id,
  name,
  path: full_path.split('/').at(-1),
  kind: 'group',
  full_path,
  parent_id,
  avatar_url: null,
  web_url: `https://gitlab.example.com/groups/${full_path}`
})

const ofUser = ({ id, name, username }: User) => ({
  id: 100 + id,
  name,
  path: username,
  kind: 'user',
  full_path: username,
  parent_id: null,
  avatar_url: null,
  web_url: `https://gitlab.example.com/${username}`
})
