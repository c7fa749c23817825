import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findGroup, findProject } from '../find.ts'
import { flagIn, type Params, paramsOf, requiredIn, textIn, wordIn } from '../params.ts'
import { invalidParameter, notFound, refuse } from '../refusal.ts'
import type { Served } from '../served.ts'
import type { WikiPage } from '../state/documents.ts'
import { showPage } from '../views/planning.ts'

type Named = { Params: { id: string; slug: string } }

/** Wikis of projects and groups. */
export function wikiRoutes(app: FastifyInstance, { state }: Served): void {
  addRoutes(app, '/projects/:id/wikis', id => findProject(state, id))
  addRoutes(app, '/groups/:id/wikis', id => {
    const group = findGroup(state, id)
    group.wiki ??= []
    return { ...group, wiki: group.wiki, set: wiki => Object.assign(group, { wiki }) }
  })
}

interface Owner {
  wiki: WikiPage[]
  set?: (wiki: WikiPage[]) => void
}

function addRoutes(app: FastifyInstance, path: string, ownerOf: (id: string) => Owner): void {
  const projectOf = (request: FastifyRequest<Named>): Owner => ownerOf(request.params.id)
  const named = (request: FastifyRequest<Named>): WikiPage => pageOf(projectOf(request), request.params.slug)
  // GitLab does not paginate this list.
  app.get<Named>(path, request => projectOf(request).wiki.map(one => showPage(one, flagIn(paramsOf(request), 'with_content') === true)))
  app.get<Named>(`${path}/:slug`, request => showPage(named(request), true))
  app.post<Named>(path, (request, reply) => {
    const [{ wiki }, params] = [projectOf(request), paramsOf(request)]
    const [title, content] = [requiredIn(params, 'title'), requiredIn(params, 'content')]
    const slug = slugOf(title)
    if (wiki.some(one => one.slug === slug)) throw refuse(400, 'Duplicate page: A page with that title already exists')
    const created = { slug, title: lastPart(title), format: formatIn(params) ?? 'markdown', content }
    wiki.push(created)
    return reply.code(201).send(showPage(created, true))
  })
  app.put<Named>(`${path}/:slug`, request => {
    const [found, params] = [named(request), paramsOf(request)]
    const [title, content] = [textIn(params, 'title'), textIn(params, 'content')]
    if (title === undefined && content === undefined)
      throw invalidParameter('title, content are missing, at least one parameter must be provided')
    found.content = content ?? found.content
    found.format = formatIn(params) ?? found.format
    if (title !== undefined) Object.assign(found, { slug: slugOf(title), title: lastPart(title) })
    return showPage(found, true)
  })
  app.delete<Named>(`${path}/:slug`, (request, reply) => {
    const [project, found] = [projectOf(request), named(request)]
    project.wiki = project.wiki.filter(one => one !== found)
    project.set?.(project.wiki)
    return reply.code(204).send()
  })
}

function pageOf({ wiki }: Owner, slug: string): WikiPage {
  const found = wiki.find(one => one.slug === slug)
  if (!found) throw notFound('Wiki Page')
  return found
}

/** Slashes are kept: they separate folders. */
const slugOf = (title: string): string => title.trim().replace(/\s+/g, '-')
const lastPart = (title: string): string => title.split('/').at(-1) ?? title
const formatIn = (params: Params): string | undefined => wordIn(params, 'format', ['markdown', 'rdoc', 'asciidoc', 'org'])
