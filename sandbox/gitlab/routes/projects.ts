import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findGroup, findProject, findUser } from '../find.ts'
import { page } from '../paging.ts'
import { flagIn, numberIn, type Params, paramsOf, requiredIn, textIn, wordIn } from '../params.ts'
import { refuse } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import { emptyProject } from '../state/empty-project.ts'
import type { Project, State } from '../state/model.ts'
import { addCommit, emptyRepository, type Repository } from '../state/repository.ts'
import { listed } from '../views/listed.ts'

type Named = { Params: { id: string } }

export function projectRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  app.get('/projects', (request, reply) => page(request, reply, select(state.projects, paramsOf(request)), listedProject(served, request)))
  app.get<Named>('/users/:id/projects', (request, reply) => {
    const { username } = findUser(state, request.params.id)
    const own = state.projects.filter(({ path }) => path.startsWith(`${username}/`))
    return page(request, reply, select(own, paramsOf(request)), listedProject(served, request))
  })
  app.get<Named>('/groups/:id/projects', (request, reply) => {
    const { full_path } = findGroup(state, request.params.id)
    const params = paramsOf(request)
    const below = state.projects.filter(({ path }) => path.startsWith(`${full_path}/`))
    const direct = below.filter(({ path }) => !path.slice(full_path.length + 1).includes('/'))
    const views = viewsFor(served, request)
    const show = flagIn(params, 'simple') ? views.simpleProject : listedProject(served, request)
    return page(request, reply, select(flagIn(params, 'include_subgroups') ? below : direct, params), show)
  })
  app.get<Named>('/projects/:id', request => {
    const found = findProject(state, request.params.id)
    const [views, params] = [viewsFor(served, request), paramsOf(request)]
    return { ...views.project(found), ...(flagIn(params, 'statistics') && { statistics: statisticsOf(found) }) }
  })
  app.post('/projects', (request, reply) => {
    const created = createProject(state, paramsOf(request))
    return reply.code(201).send(viewsFor(served, request).project(created))
  })
}

const listedProject = (served: Served, request: FastifyRequest) => (one: Project) => listed('place', viewsFor(served, request).project(one))

const ORDERS = new Map(
  Object.entries<(one: Project) => string | number>({
    id: ({ id }) => id,
    name: ({ name }) => name,
    path: ({ path }) => path,
    created_at: ({ created_at }) => created_at,
    updated_at: ({ last_activity_at }) => last_activity_at,
    last_activity_at: ({ last_activity_at }) => last_activity_at
  })
)

function select(all: readonly Project[], params: Params): Project[] {
  const [search, visibility, archived] = [textIn(params, 'search')?.toLowerCase(), textIn(params, 'visibility'), flagIn(params, 'archived')]
  const order = wordIn(params, 'order_by', [...ORDERS.keys()]) ?? 'created_at'
  const key = ORDERS.get(order) ?? ORDERS.get('id')
  const found = all.filter(
    one =>
      (search === undefined || `${one.path} ${one.name}`.toLowerCase().includes(search)) &&
      (visibility === undefined || one.visibility === visibility) &&
      (archived === undefined || one.archived === archived) &&
      (!flagIn(params, 'owned') || one.path.startsWith('sam/'))
  )
  const sign = textIn(params, 'sort') === 'asc' ? 1 : -1
  return found.toSorted((a, b) => (key && key(a) < key(b) ? -sign : sign))
}

const statisticsOf = ({ commit_count }: Project) => ({
  commit_count,
  storage_size: commit_count * 2048,
  repository_size: commit_count * 1024,
  wiki_size: 0,
  lfs_objects_size: 0,
  job_artifacts_size: commit_count * 1024
})

function createProject(state: State, params: Params): Project {
  const name = requiredIn(params, 'name')
  const namespace = numberIn(params, 'namespace_id')
  const above = namespace === undefined ? 'sam' : findGroup(state, String(namespace)).full_path
  const path = `${above}/${textIn(params, 'path') ?? name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  if (state.projects.some(one => one.path === path))
    throw refuse(400, { path: ['has already been taken'], name: ['has already been taken'] })
  const created = emptyProject({
    id: state.nextId(),
    path,
    name,
    description: textIn(params, 'description') ?? '',
    visibility: wordIn(params, 'visibility', ['private', 'internal', 'public']) ?? 'private',
    created_at: now(),
    last_activity_at: now(),
    ...(flagIn(params, 'initialize_with_readme') && { default_branch: 'main', commit_count: 1, repository: repositoryWithReadme(name) })
  })
  state.projects.push(created)
  return created
}

function repositoryWithReadme(name: string): Repository {
  const repository = emptyRepository()
  const tree = new Map([['README.md', { bytes: Buffer.from(`# ${name}\n`), executable: false }]])
  const author = { author_name: 'Sam Sandbox', author_email: 'sam@example.com' }
  const { id } = addCommit(repository, { parents: [], message: 'Initial commit', ...author, created_at: now(), tree })
  repository.branches.set('main', { name: 'main', sha: id, protected: true })
  return repository
}
