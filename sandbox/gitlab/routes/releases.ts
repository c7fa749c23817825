import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findProject } from '../find.ts'
import { page } from '../paging.ts'
import { listIn, type Params, paramsOf, requiredIn, textIn, wordIn } from '../params.ts'
import { notFound, refuse } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import type { Release } from '../state/documents.ts'
import { ME } from '../state/me.ts'
import type { Project } from '../state/model.ts'
import { resolve } from '../state/repository.ts'
import { showLink, showRelease } from '../views/planning.ts'
import { baseFor, numbered } from './repository.ts'

type Named = { Params: { id: string; tag: string } }

export function releaseRoutes(app: FastifyInstance, served: Served): void {
  const path = '/projects/:id/releases'
  const projectOf = (request: FastifyRequest<Named>): Project => findProject(served.state, request.params.id)
  const show = (request: FastifyRequest<Named>, one: Release) =>
    showRelease(viewsFor(served, request), baseFor(served, request), projectOf(request), one)
  const named = (request: FastifyRequest<Named>): Release => releaseOf(projectOf(request), request.params.tag)
  app.get<Named>(path, (request, reply) => {
    const params = paramsOf(request)
    const order = wordIn(params, 'order_by', ['released_at', 'created_at']) === 'created_at' ? 'created_at' : 'released_at'
    const sign = wordIn(params, 'sort', ['asc', 'desc']) === 'asc' ? 1 : -1
    const found = projectOf(request).releases.toSorted((a, b) => sign * a[order].localeCompare(b[order]))
    return page(request, reply, numbered(found), ({ thing }) => show(request, thing))
  })
  app.get<Named>(`${path}/:tag`, request => show(request, named(request)))
  app.post<Named>(path, (request, reply) => {
    const created = make(served, projectOf(request), paramsOf(request))
    return reply.code(201).send(show(request, created))
  })
  app.put<Named>(`${path}/:tag`, request => {
    const found = named(request)
    change(projectOf(request), found, paramsOf(request))
    return show(request, found)
  })
  app.post<Named>(`${path}/:tag/evidence`, (request, reply) => {
    named(request)
    return reply.code(202).send()
  })
  type OneAsset = { Params: Named['Params'] & { '*': string } }
  app.get<OneAsset>(`${path}/:tag/downloads/*`, (request, reply) => {
    const found = releaseOf(projectOf(request), request.params.tag).links.find(({ filepath }) => filepath === `/${request.params['*']}`)
    if (!found) throw notFound('')
    return reply.redirect(found.url.replace('https://gitlab.example.com', baseFor(served, request)))
  })
  type OneLink = { Params: Named['Params'] & { link: string } }
  const links = `${path}/:tag/assets/links`
  app.get<Named>(links, (request, reply) => page(request, reply, named(request).links, showLink))
  app.post<Named>(links, (request, reply) => {
    const params = paramsOf(request)
    const link_type = wordIn(params, 'link_type', ['other', 'runbook', 'image', 'package']) ?? 'other'
    const filepath = textIn(params, 'direct_asset_path')
    const content = { name: requiredIn(params, 'name'), url: requiredIn(params, 'url'), link_type }
    const created = { id: served.state.nextId(), ...content, ...(filepath !== undefined && { filepath }) }
    named(request).links.push(created)
    return reply.code(201).send(showLink(created))
  })
  app.delete<OneLink>(`${links}/:link`, request => {
    const release = releaseOf(projectOf(request), request.params.tag)
    const found = release.links.find(({ id }) => String(id) === request.params.link)
    if (!found) throw notFound('')
    release.links = release.links.filter(one => one !== found)
    return showLink(found)
  })
  app.delete<Named>(`${path}/:tag`, request => {
    const [project, found] = [projectOf(request), named(request)]
    project.releases = project.releases.filter(one => one !== found)
    return show(request, found)
  })
}

function releaseOf({ releases }: Project, tag: string): Release {
  const found = releases.find(one => one.tag === tag)
  if (!found) throw notFound('')
  return found
}

/** Creates a missing tag if `ref` is given. */
function make({ state }: Served, project: Project, params: Params): Release {
  const { repository, releases } = project
  const [tag, ref] = [requiredIn(params, 'tag_name'), textIn(params, 'ref')]
  if (releases.some(one => one.tag === tag)) throw refuse(409, 'Release already exists')
  if (!repository.tags.has(tag)) {
    if (ref === undefined) throw refuse(422, 'Ref is not specified')
    const commit = resolve(repository, ref)
    if (!commit) throw refuse(400, `Target ${ref} is invalid`)
    const message = textIn(params, 'tag_message') ?? ''
    repository.tags.set(tag, { name: tag, sha: commit.id, message, created_at: message === '' ? null : now() })
  }
  const assets: { links?: { name: string; url: string; link_type?: string }[] } = Object(params['assets'])
  const links = (assets.links ?? []).map(({ link_type = 'other', ...link }) => ({ id: state.nextId(), ...link, link_type }))
  const times = { created_at: now(), released_at: now() }
  const created: Release = { tag, name: tag, description: '', author_id: ME, ...times, milestones: [], links }
  change(project, created, params)
  releases.push(created)
  return created
}

function change({ milestones }: Project, one: Release, params: Params): void {
  const titles = listIn(params, 'milestones')
  const unknown = titles?.filter(title => !milestones.some(milestone => milestone.title === title)) ?? []
  if (unknown.length > 0) throw refuse(400, `Milestone(s) not found: ${unknown.join(', ')}`)
  one.name = textIn(params, 'name') ?? one.name
  one.description = textIn(params, 'description') ?? one.description
  one.released_at = textIn(params, 'released_at') ?? one.released_at
  one.milestones = titles ?? one.milestones
}
