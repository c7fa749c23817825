import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findProject } from '../find.ts'
import { flagIn, type Params, paramsOf, requiredIn, textIn, wordIn } from '../params.ts'
import { misgiven, notFound, refuse } from '../refusal.ts'
import type { Served } from '../served.ts'
import type { WikiPage } from '../state/documents.ts'
import type { Project } from '../state/model.ts'
import { showPage } from '../views/planning.ts'

type Named = { Params: { id: string; slug: string } }

export function wikiRoutes(app: FastifyInstance, { state }: Served): void {
  const path = '/projects/:id/wikis'
  const projectOf = (request: FastifyRequest<Named>): Project => findProject(state, request.params.id)
  const named = (request: FastifyRequest<Named>): WikiPage => pageOf(projectOf(request), request.params.slug)
  // All pages at once: GitLab does not page this list.
  app.get<Named>(path, request => projectOf(request).wiki.map(one => showPage(one, flagIn(paramsOf(request), 'with_content') === true)))
  app.get<Named>(`${path}/:slug`, request => showPage(named(request), true))
  app.post<Named>(path, (request, reply) => {
    const [{ wiki }, params] = [projectOf(request), paramsOf(request)]
    const [title, content] = [requiredIn(params, 'title'), requiredIn(params, 'content')]
    const slug = slugOf(title)
    if (wiki.some(one => one.slug === slug)) throw refuse(400, 'Duplicate page: A page with that title already exists')
    const made = { slug, title: lastPart(title), format: formatIn(params) ?? 'markdown', content }
    wiki.push(made)
    return reply.code(201).send(showPage(made, true))
  })
  app.put<Named>(`${path}/:slug`, request => {
    const [found, params] = [named(request), paramsOf(request)]
    const [title, content] = [textIn(params, 'title'), textIn(params, 'content')]
    if (title === undefined && content === undefined) throw misgiven('title, content are missing, at least one parameter must be provided')
    found.content = content ?? found.content
    found.format = formatIn(params) ?? found.format
    if (title !== undefined) Object.assign(found, { slug: slugOf(title), title: lastPart(title) })
    return showPage(found, true)
  })
  app.delete<Named>(`${path}/:slug`, (request, reply) => {
    const [project, found] = [projectOf(request), named(request)]
    project.wiki = project.wiki.filter(one => one !== found)
    return reply.code(204).send()
  })
}

function pageOf({ wiki }: Project, slug: string): WikiPage {
  const found = wiki.find(one => one.slug === slug)
  if (!found) throw notFound('Wiki Page')
  return found
}

/** Folders stay folders. */
const slugOf = (title: string): string => title.trim().replace(/\s+/g, '-')
const lastPart = (title: string): string => title.split('/').at(-1) ?? title
const formatIn = (params: Params): string | undefined => wordIn(params, 'format', ['markdown', 'rdoc', 'asciidoc', 'org'])
