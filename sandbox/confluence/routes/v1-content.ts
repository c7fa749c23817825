import type { FastifyInstance } from 'fastify'
import { listIn, type Query, textIn } from '../paging.ts'
import { Refusal, refuse } from '../refusal.ts'
import { createPage, editPage, movePage, purge, storageOf, trash, type Written } from '../state/change.ts'
import { type Comment, childrenOf, current, descendantsOf, titleOf } from '../state/model.ts'
import { attachmentV1, commentV1, labelsV1, pageV1, type View } from '../views/v1.ts'
import { type ById, pageOf, type Served, viewOf } from './site.ts'
import { paged } from './v1-paged.ts'
import { addComment, commentOf } from './v2-rest.ts'

interface ContentBody {
  type?: string
  title?: string
  status?: string
  space?: { key?: string }
  ancestors?: { id: string }[]
  container?: { id: string }
  body?: Partial<Record<string, Written>>
  version?: { number?: number; message?: string; minorEdit?: boolean }
}

const writtenIn = (body: ContentBody['body']): Written | undefined => Object.values(body ?? {}).find(one => one !== undefined)

export function contentRoutes(app: FastifyInstance, served: Served): void {
  const { site } = served

  app.get<{ Querystring: Query }>('/rest/api/content', async request => {
    const { query } = request
    const [spaceKey, title, type, ids] = [
      textIn(query, 'spaceKey'),
      textIn(query, 'title'),
      textIn(query, 'type') ?? 'page',
      listIn(query, 'ids')
    ]
    const statuses = listIn(query, 'status')
    const found = [...site.pages.values()].filter(
      page =>
        page.type === type &&
        (statuses.length > 0 ? statuses : ['current']).some(status => status === 'any' || status === page.status) &&
        (spaceKey === undefined || page.space.key === spaceKey) &&
        (title === undefined || titleOf(page) === title) &&
        (ids.length === 0 || ids.includes(page.id))
    )
    return paged(request, served, found, page => pageV1(viewOf(request, served), page))
  })

  app.post<{ Body: ContentBody; Querystring: Query }>('/rest/api/content', async request => {
    const view = { ...viewOf(request, served), expand: ['body.storage', 'version', 'space', 'history', 'container', 'ancestors'] }
    return request.body.type === 'comment' ? newComment(request.body, served, view) : newPage(request.body, served, view)
  })

  app.get<ById>('/rest/api/content/:id', async request => {
    const { query } = request
    const view = viewOf(request, served)
    const comment = site.comments.get(request.params.id)
    if (comment) return commentV1(view, comment)
    const attachment = site.attachments.get(request.params.id)
    if (attachment?.status === 'current') return attachmentV1(view, attachment)
    const page = pageOf(site, request.params.id)
    const number = textIn(query, 'version')
    const version = number === undefined ? current(page) : page.versions.find(one => one.number === Number(number))
    const statuses = listIn(query, 'status')
    const allowed = number !== undefined || statuses.includes('any') || (statuses.length > 0 ? statuses : ['current']).includes(page.status)
    if (!version || !allowed) throw refuse(404, `No content found with id: ContentId{id=${request.params.id}}`)
    return pageV1(view, page, version)
  })

  changeRoutes(app, served)
  treeRoutes(app, served)
}

function changeRoutes(app: FastifyInstance, served: Served): void {
  const { site } = served
  app.put<ById & { Body: ContentBody }>('/rest/api/content/:id', async request => {
    const page = pageOf(site, request.params.id)
    const { type, title, version, body, ancestors, status } = request.body
    if (type === undefined || title === undefined)
      throw refuse(400, 'No space or no content type, or setup a wrong version type set to content')
    const written = writtenIn(body)
    if (page.status === 'trashed' && status !== 'current') throw refuse(404, 'No content found')
    editPage(site, page, { ...version, number: version?.number, title, body: written && storageOf(written) })
    if (status === 'current') page.status = 'current'
    const parent = ancestors?.at(-1)
    if (parent && parent.id !== page.parentId) movePage(site, page, pageOf(site, parent.id))
    return pageV1({ ...viewOf(request, served), expand: ['body.storage', 'version', 'space', 'history', 'ancestors'] }, page)
  })

  app.delete<ById>('/rest/api/content/:id', async (request, reply) => {
    const { id } = request.params
    const attachment = site.attachments.get(id)
    if (attachment) attachment.status = 'trashed'
    else if (site.comments.has(id)) site.comments.delete(id)
    else if (textIn(request.query, 'status') === 'trashed') purge(site, pageOf(site, id))
    else if (pageOf(site, id).status === 'trashed') throw refuse(404, 'No content found')
    else trash(site, pageOf(site, id))
    return reply.code(204).send()
  })
}

function newPage({ type, title = '', space: { key } = {}, ancestors, body }: ContentBody, { site }: Served, view: View) {
  const space = site.spaces.find(one => one.key === key)
  // Version 1 does not reveal that a space does not exist.
  if (!space) throw new Refusal(403, `You do not have permission to create content in the space ${key}`)
  if (type !== 'page' && type !== 'blogpost') throw refuse(400, 'No space or no content type, or setup a wrong version type set to content')
  const written = writtenIn(body)
  return pageV1(view, createPage(site, { type, space, title, body: written ? storageOf(written) : '', parentId: ancestors?.at(-1)?.id }))
}

function newComment({ container, ancestors, body }: ContentBody, { site }: Served, view: View) {
  const parent = ancestors?.at(-1)
  const written = writtenIn(body)
  if (!container || !written) throw refuse(400, 'A comment has a container and a body')
  const parentId = parent ? commentOf(site, parent.id).id : null
  return commentV1(view, addComment(site, { page: pageOf(site, container.id), parentId, body: storageOf(written) }))
}

function treeRoutes(app: FastifyInstance, served: Served): void {
  const { site } = served
  app.get<ById>('/rest/api/content/:id/child/page', async request =>
    paged(request, served, childrenOf(site, pageOf(site, request.params.id).id), page => pageV1(viewOf(request, served), page))
  )
  app.get<ById>('/rest/api/content/:id/descendant/page', async request =>
    paged(request, served, descendantsOf(site, pageOf(site, request.params.id).id), ({ page }) => pageV1(viewOf(request, served), page))
  )
  app.get<ById>('/rest/api/content/:id/child/comment', async request => {
    const { id } = request.params
    const parent = site.comments.get(id)
    if (!parent) pageOf(site, id)
    const deep = textIn(request.query, 'depth') === 'all'
    const locations = listIn(request.query, 'location')
    const comments = [...site.comments.values()].filter(
      (one: Comment) =>
        (parent ? one.parentId === id : one.page.id === id && (deep || one.parentId === null)) &&
        (locations.length === 0 || locations.includes(one.location ?? 'footer'))
    )
    return paged(request, served, comments, one => commentV1(viewOf(request, served), one))
  })
  const labelled = (id: string): { labels: string[]; touched?: number } => {
    const attachment = site.attachments.get(id)
    return attachment ? Object.assign(attachment, { labels: attachment.labels ?? [] }) : pageOf(site, id)
  }
  app.get<ById>('/rest/api/content/:id/label', async request => labelsV1(labelled(request.params.id).labels))
  app.post<ById & { Body: { prefix?: string; name?: string }[] | { prefix?: string; name?: string } }>(
    '/rest/api/content/:id/label',
    async request => {
      const page = labelled(request.params.id)
      const names = [request.body].flat().map(({ name }) => name)
      if (names.some(name => !name || /[\s(!#&*,.:;<>?@[\]^]/.test(name))) throw refuse(400, 'Could not parse Labels')
      page.labels = [...new Set([...page.labels, ...names.filter(name => name !== undefined).map(name => name.toLowerCase())])]
      page.touched = Date.now()
      return labelsV1(page.labels)
    }
  )
  const removeLabel = (id: string, name: string | undefined): void => {
    const page = labelled(id)
    if (name === undefined || !page.labels.includes(name)) throw refuse(404, `The label ${name} is not on the content`)
    page.labels = page.labels.filter(one => one !== name)
    page.touched = Date.now()
  }
  app.delete<ById>('/rest/api/content/:id/label', async (request, reply) => {
    removeLabel(request.params.id, textIn(request.query, 'name'))
    return reply.code(204).send()
  })
  app.delete<{ Params: { id: string; label: string } }>('/rest/api/content/:id/label/:label', async ({ params }, reply) => {
    removeLabel(params.id, params.label)
    return reply.code(204).send()
  })
}
