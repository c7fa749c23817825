import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findProject } from '../find.ts'
import { page } from '../paging.ts'
import { flagIn, listIn, type Params, paramsOf, requiredIn, textIn } from '../params.ts'
import { notFound, refuse } from '../refusal.ts'
import { now, type Served } from '../served.ts'
import type { Project } from '../state/model.ts'
import { type Commit, history, mergeBase, resolve, touches } from '../state/repository.ts'
import { diffsOf, showBranch, showCommit, showTag, statsOf } from '../views/repository.ts'

type Named = { Params: { id: string; name: string } }

export function commitOf({ repository }: Project, ref: string, what = 'Commit'): Commit {
  const found = resolve(repository, ref)
  if (!found) throw notFound(what)
  return found
}

export const baseFor = ({ root }: Served, { protocol, host }: FastifyRequest): string => `${protocol}://${host}${root}`

/** Adds an ID to rows without one, for pagination. */
export const numbered = <T>(things: readonly T[]) => things.map((thing, id) => ({ id, thing }))

const matchesName = (name: string, search: string | undefined): boolean => {
  if (search === undefined) return true
  if (search.startsWith('^')) return name.startsWith(search.slice(1))
  return search.endsWith('$') ? name.endsWith(search.slice(0, -1)) : name.includes(search)
}

export function repositoryRoutes(app: FastifyInstance, served: Served): void {
  branchRoutes(app, served)
  commitRoutes(app, served)
  tagRoutes(app, served)
}

function branchRoutes(app: FastifyInstance, served: Served): void {
  const path = '/projects/:id/repository/branches'
  const projectOf = (request: FastifyRequest<Named>): Project => findProject(served.state, request.params.id)
  app.get<Named>(path, (request, reply) => {
    const project = projectOf(request)
    const search = textIn(paramsOf(request), 'search')
    const found = [...project.repository.branches.values()]
      .filter(({ name }) => matchesName(name, search))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    return page(request, reply, numbered(found), ({ thing }) => showBranch(baseFor(served, request), project, thing))
  })
  const branchOf = (project: Project, name: string) => {
    const found = project.repository.branches.get(name)
    if (!found) throw notFound('Branch')
    return found
  }
  app.get<Named>(`${path}/:name`, request =>
    showBranch(baseFor(served, request), projectOf(request), branchOf(projectOf(request), request.params.name))
  )
  app.post<Named>(path, (request, reply) => {
    const project = projectOf(request)
    const params = paramsOf(request)
    const [name, ref] = [requiredIn(params, 'branch'), requiredIn(params, 'ref')]
    if (project.repository.branches.has(name)) throw refuse(400, 'Branch already exists')
    const start = resolve(project.repository, ref)
    if (!start) throw refuse(400, `Failed to create branch '${name}': invalid reference name '${ref}'`)
    const branch = { name, sha: start.id, protected: false }
    project.repository.branches.set(name, branch)
    return reply.code(201).send(showBranch(baseFor(served, request), project, branch))
  })
  app.delete<Named>(`${path}/:name`, (request, reply) => {
    const project = projectOf(request)
    const branch = branchOf(project, request.params.name)
    if (branch.protected) throw refuse(403, "403 Forbidden - Protected branch can't be removed")
    project.repository.branches.delete(branch.name)
    return reply.code(204).send()
  })
}

function commitRoutes(app: FastifyInstance, served: Served): void {
  const path = '/projects/:id/repository/commits'
  const projectOf = (request: FastifyRequest<Named>): Project => findProject(served.state, request.params.id)
  app.get<Named>(path, (request, reply) => {
    const project = projectOf(request)
    const params = paramsOf(request)
    const found = selectCommits(project, params)
    const stats = flagIn(params, 'with_stats')
    const answer = page(request, reply, numbered(found), ({ thing }) => ({
      ...showCommit(baseFor(served, request), project, thing),
      ...(stats && { stats: statsOf(parentOf(project, thing)?.tree, thing.tree) })
    }))
    // GitLab does not count commits, because it is slow.
    reply.removeHeader('x-total').removeHeader('x-total-pages')
    return answer
  })
  app.get<Named>(`${path}/:name`, request => {
    const project = projectOf(request)
    const commit = commitOf(project, request.params.name)
    return { ...showCommit(baseFor(served, request), project, commit), stats: statsOf(parentOf(project, commit)?.tree, commit.tree) }
  })
  app.get<Named>(`${path}/:name/diff`, (request, reply) => {
    const project = projectOf(request)
    const commit = commitOf(project, request.params.name)
    return page(request, reply, diffsOf(parentOf(project, commit)?.tree, commit.tree), ({ id: _, ...diff }) => diff)
  })
  app.get<Named>(`${path}/:name/refs`, (request, reply) => {
    const project = projectOf(request)
    const { id } = commitOf(project, request.params.name)
    const holds = (sha: string): boolean => history(project.repository, commitOf(project, sha)).some(one => one.id === id)
    const refs = [...project.repository.branches.values()].filter(({ sha }) => holds(sha)).map(({ name }) => ({ type: 'branch', name }))
    return page(request, reply, numbered(refs), ({ thing }) => thing)
  })
  app.get<Named>('/projects/:id/repository/merge_base', request => {
    const project = projectOf(request)
    const [a = '', b = ''] = listIn(paramsOf(request), 'refs') ?? []
    const base = mergeBase(project.repository, commitOf(project, a), commitOf(project, b))
    if (!base) throw refuse(404, '404 Merge Base Not Found')
    return showCommit(baseFor(served, request), project, base)
  })
  app.get<Named>('/projects/:id/languages', request => {
    projectOf(request)
    return { JavaScript: 70.5, CSS: 29.5 }
  })
  app.get<Named>('/projects/:id/repository/compare', request => compare(served, request, projectOf(request)))
}

const parentOf = ({ repository }: Project, { parents }: Commit): Commit | undefined => repository.commits.get(parents[0] ?? '')

function selectCommits(project: Project, params: Params): Commit[] {
  const { repository } = project
  const [path, author, since, until] = ['path', 'author', 'since', 'until'].map(name => textIn(params, name))
  const ref = textIn(params, 'ref_name') ?? 'HEAD'
  const tips = flagIn(params, 'all') ? [...repository.branches.values()].map(({ sha }) => commitOf(project, sha)) : [commitOf(project, ref)]
  const all = [...new Set(tips.flatMap(tip => history(repository, tip)))]
  return all.filter(
    commit =>
      (path === undefined || touches(repository, commit, path)) &&
      (author === undefined || `${commit.author_name} ${commit.author_email}`.toLowerCase().includes(author.toLowerCase())) &&
      (since === undefined || Date.parse(commit.created_at) >= Date.parse(since)) &&
      (until === undefined || Date.parse(commit.created_at) <= Date.parse(until))
  )
}

function compare(served: Served, request: FastifyRequest, project: Project) {
  const params = paramsOf(request)
  const [from, to] = [commitOf(project, requiredIn(params, 'from'), 'Ref'), commitOf(project, requiredIn(params, 'to'), 'Ref')]
  const begun = flagIn(params, 'straight') ? from : (mergeBase(project.repository, from, to) ?? from)
  const before = new Set(history(project.repository, from).map(({ id }) => id))
  const commits = history(project.repository, to).filter(({ id }) => !before.has(id))
  const shown = commits.reverse().map(commit => showCommit(baseFor(served, request), project, commit))
  return {
    commit: shown.at(-1) ?? null,
    commits: shown,
    diffs: diffsOf(begun.tree, to.tree).map(({ id: _, ...diff }) => diff),
    compare_timeout: false,
    compare_same_ref: from.id === to.id,
    web_url: `${baseFor(served, request)}/${project.path}/-/compare/${from.id}...${to.id}`
  }
}

function tagRoutes(app: FastifyInstance, served: Served): void {
  const path = '/projects/:id/repository/tags'
  const projectOf = (request: FastifyRequest<Named>): Project => findProject(served.state, request.params.id)
  const tagOf = (project: Project, name: string) => {
    const found = project.repository.tags.get(name)
    if (!found) throw notFound('Tag')
    return found
  }
  app.get<Named>(path, (request, reply) => {
    const project = projectOf(request)
    const search = textIn(paramsOf(request), 'search')
    const found = [...project.repository.tags.values()].filter(({ name }) => matchesName(name, search)).reverse()
    return page(request, reply, numbered(found), ({ thing }) => showTag(baseFor(served, request), project, thing))
  })
  app.get<Named>(`${path}/:name`, request =>
    showTag(baseFor(served, request), projectOf(request), tagOf(projectOf(request), request.params.name))
  )
  app.post<Named>(path, (request, reply) => {
    const project = projectOf(request)
    const params = paramsOf(request)
    const [name, ref, message = ''] = [requiredIn(params, 'tag_name'), requiredIn(params, 'ref'), textIn(params, 'message')]
    if (project.repository.tags.has(name)) throw refuse(400, `Tag ${name} already exists`)
    const commit = resolve(project.repository, ref)
    if (!commit) throw refuse(400, `Target ${ref} is invalid`)
    const tag = { name, sha: commit.id, message, created_at: message === '' ? null : now() }
    project.repository.tags.set(name, tag)
    return reply.code(201).send(showTag(baseFor(served, request), project, tag))
  })
  app.delete<Named>(`${path}/:name`, (request, reply) => {
    const project = projectOf(request)
    const { name } = tagOf(project, request.params.name)
    project.repository.tags.delete(name)
    project.releases = project.releases.filter(({ tag }) => tag !== name)
    return reply.code(204).send()
  })
}
