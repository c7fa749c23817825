import type { FastifyInstance } from 'fastify'
import { cursorPage, listIn, type Query, textIn } from '../paging.ts'
import { refuse } from '../refusal.ts'
import { storageOf, type Written } from '../state/change.ts'
import { type Attachment, type Comment, newest, type Page, type Site, type Space } from '../state/model.ts'
import { attachmentV2, commentV2, labelV2, pageV2, replyV2, spaceV2, userV2 } from '../views/v2.ts'
import { type ById, originOf, pageOf, type Served, spaceOf } from './site.ts'
import { listed } from './v2-pages.ts'

export function spaceRoutes(app: FastifyInstance, { site, prefix }: Served): void {
  app.get<{ Querystring: Query }>('/api/v2/spaces', async request => {
    const { query } = request
    const [keys, ids, type, status] = [listIn(query, 'keys'), listIn(query, 'ids'), textIn(query, 'type'), textIn(query, 'status')]
    const fits = (space: Space): boolean =>
      (keys.length === 0 || keys.includes(space.key)) &&
      (ids.length === 0 || ids.includes(space.id)) &&
      (type === undefined || space.type === type) &&
      (status === undefined || space.status === status)
    const sort = textIn(query, 'sort') ?? 'id'
    const name = sort.replace(/^-/, '')
    const keyOf = (space: Space): string | number => (name === 'key' ? space.key : name === 'name' ? space.name : Number(space.id))
    const spaces = site.spaces.filter(fits).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1) * (sort.startsWith('-') ? -1 : 1))
    const format = textIn(query, 'description-format')
    const { results, next } = cursorPage(spaces, `${prefix}/api/v2/spaces`, query, space => spaceV2(space, format))
    return { results, _links: { ...(next && { next }), base: `${originOf(request)}${prefix}` } }
  })

  app.get<ById>('/api/v2/folders/:id', async request => {
    throw refuse(404, `There is no folder ${request.params.id}`) // the site has no folders
  })

  app.get<ById>('/api/v2/spaces/:id', async request => {
    const space = spaceOf(site, ({ id }) => id === request.params.id)
    const labels = textIn(request.query, 'include-labels') === 'true' && {
      labels: { results: space.labels.map(labelV2), meta: { hasMore: false }, _links: {} }
    }
    const { _links, ...shown } = spaceV2(space, textIn(request.query, 'description-format'))
    return { ...shown, ...labels, _links: { ..._links, base: `${originOf(request)}${prefix}` } }
  })

  for (const [place, type] of [
    ['pages', 'page'],
    ['blogposts', 'blogpost']
  ] as const) {
    app.get<ById>(`/api/v2/spaces/:id/${place}`, async request => {
      const space = spaceOf(site, ({ id }) => id === request.params.id)
      const format = textIn(request.query, 'body-format')
      const pages = listed(
        site,
        type,
        request.query,
        page => page.space === space && (textIn(request.query, 'depth') !== 'root' || page.parentId === null)
      )
      const { results, next } = cursorPage(pages, `${prefix}/api/v2/spaces/${space.id}/${place}`, request.query, page =>
        pageV2(page, { format })
      )
      return { results, _links: { ...(next && { next }), base: `${originOf(request)}${prefix}` } }
    })
  }
}

export function attachmentOf(site: Site, id: string): Attachment {
  const found = site.attachments.get(id)
  if (!found) throw refuse(404, `No attachment found with id: ${id}`)
  return found
}

export const attachmentsOf = (site: Site, page: Page, query: Query): Attachment[] => {
  const [filename, mediaType] = [textIn(query, 'filename'), textIn(query, 'mediaType')]
  return [...site.attachments.values()].filter(
    one =>
      one.page === page &&
      one.status === 'current' &&
      (filename === undefined || one.title === filename) &&
      (mediaType === undefined || newest(one).mediaType === mediaType)
  )
}

export function attachmentRoutes(app: FastifyInstance, { site, prefix }: Served): void {
  for (const [place, type] of [
    ['pages', 'page'],
    ['blogposts', 'blogpost']
  ] as const) {
    app.get<ById>(`/api/v2/${place}/:id/attachments`, async request => {
      const page = pageOf(site, request.params.id, type)
      const all = attachmentsOf(site, page, request.query)
      const { results, next } = cursorPage(
        all,
        `${prefix}/api/v2/${place}/${page.id}/attachments`,
        request.query,
        one => attachmentV2(one),
        50
      )
      return { results, _links: { ...(next && { next }), base: `${originOf(request)}${prefix}` } }
    })
  }
  app.get<{ Querystring: Query }>('/api/v2/attachments', async request => {
    const all = [...site.attachments.values()].filter(({ status }) => status === 'current')
    const { results, next } = cursorPage(all, `${prefix}/api/v2/attachments`, request.query, one => attachmentV2(one), 50)
    return { results, _links: { ...(next && { next }), base: `${originOf(request)}${prefix}` } }
  })
  app.get<ById>('/api/v2/attachments/:id', async request => {
    const attachment = attachmentOf(site, request.params.id)
    if (attachment.status === 'trashed') throw refuse(404, 'Not Found')
    const { _links, ...shown } = attachmentV2(attachment, Number(textIn(request.query, 'version') ?? 0))
    return { ...shown, _links: { ..._links, base: `${originOf(request)}${prefix}` } }
  })
  app.delete<ById>('/api/v2/attachments/:id', async (request, reply) => {
    const attachment = attachmentOf(site, request.params.id)
    if (attachment.status === 'trashed') throw refuse(404, 'Not Found')
    attachment.status = 'trashed'
    return reply.code(204).send()
  })
}

interface CommentBody {
  pageId?: string
  blogPostId?: string
  parentCommentId?: string
  body: Written
}

export function addComment(site: Site, { page, parentId, body }: { page: Page; parentId: string | null; body: string }): Comment {
  const now = new Date().toISOString()
  const id = site.newId()
  const version = { number: 1, when: now, by: site.me, message: '', minorEdit: false, title: '', body }
  const comment: Comment = { id, page, parentId, status: 'current', version }
  site.comments.set(id, comment)
  return comment
}

/** Adds the next version of a comment. */
export function editComment(
  comment: Comment,
  { version, body }: { version?: { number?: number; message?: string } | undefined; body?: Written | undefined }
): Comment {
  if (version?.number !== comment.version.number + 1)
    throw refuse(409, `Version must be incremented. Current Version: [${comment.version.number}]`)
  comment.version = {
    ...comment.version,
    number: version.number,
    message: version.message ?? '',
    when: new Date().toISOString(),
    body: body ? storageOf(body, true) : comment.version.body
  }
  return comment
}

export function commentOf(site: Site, id: string | undefined): Comment {
  const found = site.comments.get(id ?? '')
  if (!found) throw refuse(404, `No comment found with id: ${id}`)
  return found
}

function footerCommentOf(site: Site, id: string): Comment {
  const found = commentOf(site, id)
  if (found.location === 'inline') throw refuse(404, `No comment found with id: ${id}`)
  return found
}

const isAtFoot = ({ parentId, location = 'footer' }: Comment): boolean => parentId === null && location === 'footer'

export function commentRoutes(app: FastifyInstance, { site, prefix }: Served): void {
  const list = (place: string, commentsAt: (id: string) => Comment[], show: typeof replyV2 = commentV2): void => {
    app.get<ById>(`/api/v2/${place}`, async request => {
      const { query } = request
      const format = textIn(query, 'body-format')
      const path = `${prefix}/api/v2/${place.replace(':id', request.params.id)}`
      const { results, next } = cursorPage(commentsAt(request.params.id), path, query, one => show(one, format))
      return { results, _links: { ...(next && { next }), base: `${originOf(request)}${prefix}` } }
    })
  }
  const having = (fits: (comment: Comment) => boolean): Comment[] => [...site.comments.values()].filter(fits)
  list('pages/:id/footer-comments', id => having(one => one.page === pageOf(site, id, 'page') && isAtFoot(one)))
  list('blogposts/:id/footer-comments', id => having(one => one.page === pageOf(site, id, 'blogpost') && isAtFoot(one)))
  list('footer-comments/:id/children', id => having(one => one.parentId === footerCommentOf(site, id).id), replyV2)
  app.post<{ Body: CommentBody }>('/api/v2/footer-comments', async (request, reply) => {
    const { pageId, blogPostId, parentCommentId, body } = request.body
    const parent = parentCommentId === undefined ? undefined : footerCommentOf(site, parentCommentId)
    const page = parent?.page ?? pageOf(site, pageId ?? blogPostId ?? '')
    return reply.code(201).send(commentV2(addComment(site, { page, parentId: parent?.id ?? null, body: storageOf(body, true) }), 'storage'))
  })
  app.get<{ Querystring: Query }>('/api/v2/footer-comments', async request => {
    const { query } = request
    const { results, next } = cursorPage(having(isAtFoot), `${prefix}/api/v2/footer-comments`, query, one =>
      commentV2(one, textIn(query, 'body-format'))
    )
    return { results, _links: { ...(next && { next }), base: `${originOf(request)}${prefix}` } }
  })
  app.get<ById>('/api/v2/footer-comments/:id', async request =>
    commentV2(footerCommentOf(site, request.params.id), textIn(request.query, 'body-format'))
  )
  app.put<ById & { Body: { version?: { number?: number; message?: string }; body?: Written } }>(
    '/api/v2/footer-comments/:id',
    async request => commentV2(editComment(footerCommentOf(site, request.params.id), request.body), 'storage')
  )
  app.delete<ById>('/api/v2/footer-comments/:id', async (request, reply) => {
    site.comments.delete(footerCommentOf(site, request.params.id).id)
    return reply.code(204).send()
  })
}

export function lookupRoutes(app: FastifyInstance, { site }: Served): void {
  app.post<{ Body: { accountIds: string[] } }>('/api/v2/users-bulk', async ({ body }) => ({
    results: site.users.filter(({ accountId }) => body.accountIds.includes(accountId)).map(userV2),
    _links: {}
  }))
  app.post<{ Body: { contentIds: (string | number)[] } }>('/api/v2/content/convert-ids-to-types', async ({ body }) => ({
    results: Object.fromEntries(body.contentIds.map(id => [String(id), site.pages.get(String(id))?.type ?? null]))
  }))
}
