import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findProject } from '../find.ts'
import { page } from '../paging.ts'
import { type Params, paramsOf, requiredIn, textIn, wordIn } from '../params.ts'
import { invalidParameter, notFound, refuse } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import type { Snippet } from '../state/documents.ts'
import { ME } from '../state/me.ts'
import type { Project } from '../state/model.ts'
import { showSnippet } from '../views/planning.ts'
import { baseFor } from './repository.ts'

type Named = { Params: { id: string; snippet: string; ref: string; path: string } }

export function snippetRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const path = '/projects/:id/snippets'
  const projectOf = (request: FastifyRequest<Named>): Project => findProject(state, request.params.id)
  const named = (request: FastifyRequest<Named>): Snippet => snippetOf(projectOf(request), request.params.snippet)
  const show = (request: FastifyRequest<Named>, one: Snippet) =>
    showSnippet(viewsFor(served, request), baseFor(served, request), projectOf(request), one)
  app.get<Named>(path, (request, reply) => page(request, reply, projectOf(request).snippets.toReversed(), one => show(request, one)))
  app.get<Named>(`${path}/:snippet`, request => show(request, named(request)))
  app.post<Named>(path, (request, reply) => {
    const params = paramsOf(request)
    const [title, files] = [requiredIn(params, 'title'), filesIn(params)]
    const visibility = wordIn(params, 'visibility', VISIBILITIES) ?? 'private'
    const times = { created_at: now(), updated_at: now() }
    const created = {
      id: state.nextId(),
      title,
      description: textIn(params, 'description') ?? '',
      visibility,
      author_id: ME,
      ...times,
      files
    }
    projectOf(request).snippets.push(created)
    return reply.code(201).send(show(request, created))
  })
  app.put<Named>(`${path}/:snippet`, request => {
    const found = named(request)
    change(found, paramsOf(request))
    return show(request, found)
  })
  app.delete<Named>(`${path}/:snippet`, (request, reply) => {
    const [project, found] = [projectOf(request), named(request)]
    project.snippets = project.snippets.filter(one => one !== found)
    return reply.code(204).send()
  })
  const raw = (reply: FastifyReply, { files }: Snippet, file: string | undefined) => {
    const content = file === undefined ? [...files.values()][0] : files.get(file)
    if (content === undefined) throw notFound('File')
    return reply.type('text/plain').send(content)
  }
  app.get<Named>(`${path}/:snippet/raw`, (request, reply) => raw(reply, named(request), undefined))
  app.get<Named>(`${path}/:snippet/files/:ref/:path/raw`, (request, reply) => raw(reply, named(request), request.params.path))
}

const VISIBILITIES = ['private', 'internal', 'public']

function snippetOf({ snippets }: Project, named: string): Snippet {
  const found = snippets.find(({ id }) => String(id) === named)
  if (!found) throw notFound('Snippet')
  return found
}

interface FileChange {
  action?: string
  file_path?: string
  previous_path?: string
  content?: string
}

const changesIn = (params: Params): FileChange[] => (Array.isArray(params['files']) ? params['files'] : [])

function filesIn(params: Params): Map<string, string> {
  const files = changesIn(params).map(({ file_path = '', content = '' }): [string, string] => [file_path, content])
  if (files.length === 0) throw invalidParameter('files, content are missing, at least one parameter must be provided')
  if (files.some(([path, content]) => path === '' || content === '')) throw invalidParameter('files[0][content] is empty')
  return new Map(files)
}

function change(one: Snippet, params: Params): void {
  one.title = textIn(params, 'title') ?? one.title
  one.description = textIn(params, 'description') ?? one.description
  one.visibility = wordIn(params, 'visibility', VISIBILITIES) ?? one.visibility
  for (const { action, file_path = '', previous_path = '', content } of changesIn(params)) {
    const from = action === 'move' ? previous_path : file_path
    const there = one.files.get(from)
    if (action !== 'create' && there === undefined) throw refuse(400, `Repository Error updating the snippet: ${from} does not exist`)
    if (action === 'delete' || action === 'move') one.files.delete(from)
    if (action !== 'delete') one.files.set(file_path, content ?? there ?? '')
  }
  one.updated_at = now()
}
