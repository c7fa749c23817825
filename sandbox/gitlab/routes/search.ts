import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findGroup, findProject } from '../find.ts'
import { page } from '../paging.ts'
import { paramsOf, requiredIn, textIn } from '../params.ts'
import { invalidParameter, refuse } from '../refusal.ts'
import { type Served, viewsFor } from '../served.ts'
import type { Project } from '../state/model.ts'
import { history } from '../state/repository.ts'
import { listed } from '../views/listed.ts'
import { showMergeRequest } from '../views/merge-requests.ts'
import { showMilestone, showPage, showSnippet } from '../views/planning.ts'
import { showCommit } from '../views/repository.ts'
import { baseFor, commitOf, numbered } from './repository.ts'

type Named = { Params: { id: string } }
/** Returns the resources of a project that match the words. */
type Find = (project: Project, matches: (text: string) => boolean, request: FastifyRequest) => unknown[]

export function searchRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const finders = findersFor(served)
  const search = (request: FastifyRequest, projects: readonly Project[], isProject: boolean): { id: number; thing: unknown }[] => {
    const params = paramsOf(request)
    const [scope, words] = [requiredIn(params, 'scope'), requiredIn(params, 'search').toLowerCase()]
    const matches = (text: string): boolean => text.toLowerCase().includes(words)
    const views = viewsFor(served, request)
    if (scope === 'users') return numbered(state.users.filter(one => matches(`${one.username} ${one.name}`)).map(views.user))
    if (scope === 'projects' && !isProject)
      return numbered(projects.filter(one => matches(`${one.path} ${one.name}`)).map(one => listed('place', views.project(one))))
    const find = finders.get(scope)
    if (!find) throw invalidParameter('scope does not have a valid value')
    if (!isProject && ADVANCED.includes(scope)) throw refuse(400, 'Scope supported only with advanced search or exact code search')
    return numbered(projects.flatMap(project => find(project, matches, request)))
  }
  app.get('/search', (request, reply) => page(request, reply, search(request, state.projects, false), ({ thing }) => thing))
  app.get<Named>('/groups/:id/search', (request, reply) => {
    const { full_path } = findGroup(state, request.params.id)
    const below = state.projects.filter(({ path }) => path.startsWith(`${full_path}/`))
    return page(request, reply, search(request, below, false), ({ thing }) => thing)
  })
  app.get<Named>('/projects/:id/search', (request, reply) =>
    page(request, reply, search(request, [findProject(state, request.params.id)], true), ({ thing }) => thing)
  )
}

/** Scopes that need advanced search over several projects. */
const ADVANCED = ['blobs', 'commits', 'wiki_blobs', 'notes']

function findersFor(served: Served): ReadonlyMap<string, Find> {
  const base = (request: FastifyRequest): string => baseFor(served, request)
  return new Map(
    Object.entries<Find>({
      blobs: (project, matches, request) => blobs(project, matches, textIn(paramsOf(request), 'ref') ?? 'HEAD'),
      commits: (project, matches, request) =>
        history(project.repository, commitOf(project, textIn(paramsOf(request), 'ref') ?? 'HEAD'))
          .filter(({ message }) => matches(message))
          .map(commit => ({ ...showCommit(base(request), project, commit), project_id: project.id })),
      issues: (project, matches, request) =>
        project.issues
          .filter(({ title, description, state }) => matches(`${title} ${description}`) && isRequested(request, state))
          .map(one => viewsFor(served, request).issue(project, one)),
      merge_requests: (project, matches, request) =>
        project.merge_requests
          .filter(({ title, description, state }) => matches(`${title} ${description}`) && isRequested(request, state))
          .map(one => listed('merge request', showMergeRequest(viewsFor(served, request), base(request), project, one))),
      milestones: (project, matches, request) =>
        project.milestones
          .filter(({ title, description }) => matches(`${title} ${description}`))
          .map(one => showMilestone(viewsFor(served, request), project, one)),
      notes: (project, matches, request) =>
        project.issues.flatMap(({ iid, notes }) =>
          notes
            .filter(({ body, system }) => !system && matches(body))
            .map(note => ({ ...viewsFor(served, request).note(note), noteable_iid: iid }))
        ),
      snippet_titles: (project, matches, request) =>
        project.snippets
          .filter(({ title }) => matches(title))
          .map(one => showSnippet(viewsFor(served, request), base(request), project, one)),
      wiki_blobs: (project, matches) =>
        project.wiki
          .filter(({ title, content }) => matches(`${title} ${content}`))
          .map(one => ({
            ...showPage(one, false),
            path: `${one.slug}.md`,
            data: one.content,
            ref: 'main',
            startline: 1,
            project_id: project.id
          }))
    })
  )
}

function isRequested(request: FastifyRequest, state: string): boolean {
  const requested = textIn(paramsOf(request), 'state')
  return requested === undefined || requested === 'all' || requested === state
}

function blobs(project: Project, matches: (text: string) => boolean, ref: string) {
  const files = [...commitOf(project, ref).tree].filter(([, { bytes }]) => !bytes.includes(0))
  return files.flatMap(([path, { bytes }]) => {
    const lines = bytes.toString().split('\n')
    const line = lines.findIndex(matches)
    if (line === -1) return []
    const place = {
      path,
      filename: path,
      basename: path.replace(/\.\w+$/, ''),
      ref: ref === 'HEAD' ? project.repository.default_branch : ref
    }
    return [
      {
        ...place,
        id: null,
        data: lines.slice(Math.max(0, line - 1), line + 2).join('\n'),
        startline: Math.max(1, line),
        project_id: project.id
      }
    ]
  })
}
