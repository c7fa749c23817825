import { randomUUID } from 'node:crypto'
import { cursorPage, listIn, type Query, textIn } from '../paging.ts'
import { refuse } from '../refusal.ts'
import { storageOf, type Written } from '../state/change.ts'
import { type Comment, current, type Page } from '../state/model.ts'
import { commentV2 } from '../views/v2.ts'
import { type AddRoutes, type ById, originOf, pageOf } from './site.ts'
import { addComment, commentOf, editComment } from './v2-rest.ts'

interface NewComment {
  pageId?: string
  blogPostId?: string
  parentCommentId?: string
  body: Written
  inlineCommentProperties?: { textSelection?: string; textSelectionMatchCount?: number; textSelectionMatchIndex?: number }
}

interface Change {
  version?: { number?: number; message?: string }
  body?: Written
  resolved?: boolean
}

const shown = (comment: Comment, format: string | undefined) => ({
  ...commentV2(comment, format),
  resolutionStatus: comment.resolution ?? 'open',
  properties: { inlineMarkerRef: comment.markerRef ?? '', inlineOriginalSelection: comment.selection ?? '' }
})

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Marks the text in the body. Confluence creates no version for it. */
function mark(page: Page, selection: string, count: number, index: number): string {
  const version = current(page)
  const wanted = escaped(selection)
  const places: number[] = []
  for (const { 1: text = '', index: start } of version.body.matchAll(/>([^<]+)</g))
    for (let found = text.indexOf(wanted); found >= 0; found = text.indexOf(wanted, found + wanted.length)) places.push(start + 1 + found)
  const place = places[index]
  if (places.length !== count || place === undefined) throw refuse(400, 'The text selection does not match the page')
  const reference = randomUUID()
  const marker = `<ac:inline-comment-marker ac:ref="${reference}">${wanted}</ac:inline-comment-marker>`
  version.body = version.body.slice(0, place) + marker + version.body.slice(place + wanted.length)
  return reference
}

const inlineComments: AddRoutes = (app, { site, prefix }) => {
  if (site.mode !== 'cloud') return
  const inlineOf = (id: string): Comment => {
    const comment = commentOf(site, id)
    if (comment.location !== 'inline') throw refuse(404, `No comment found with id: ${id}`)
    return comment
  }
  for (const [place, type] of [
    ['pages', 'page'],
    ['blogposts', 'blogpost']
  ] as const)
    app.get<ById>(`/api/v2/${place}/:id/inline-comments`, async request => {
      const { query } = request
      const page = pageOf(site, request.params.id, type)
      const statuses = listIn(query, 'resolution-status')
      const all = [...site.comments.values()].filter(
        one =>
          one.page === page &&
          one.location === 'inline' &&
          one.parentId === null &&
          (statuses.length === 0 || statuses.includes(one.resolution ?? 'open'))
      )
      const { results, next } = cursorPage(all, `${prefix}/api/v2/${place}/${page.id}/inline-comments`, query, one =>
        shown(one, textIn(query, 'body-format'))
      )
      return { results, _links: { ...(next && { next }), base: `${originOf(request)}${prefix}` } }
    })
  app.get<{ Querystring: Query }>('/api/v2/inline-comments', async request => {
    const all = [...site.comments.values()].filter(one => one.location === 'inline' && one.parentId === null)
    const { results, next } = cursorPage(all, `${prefix}/api/v2/inline-comments`, request.query, one =>
      shown(one, textIn(request.query, 'body-format'))
    )
    return { results, _links: { ...(next && { next }), base: `${originOf(request)}${prefix}` } }
  })
  app.get<ById>('/api/v2/inline-comments/:id', async request => shown(inlineOf(request.params.id), textIn(request.query, 'body-format')))
  app.get<ById>('/api/v2/inline-comments/:id/children', async request => {
    const { id } = inlineOf(request.params.id)
    const all = [...site.comments.values()].filter(one => one.parentId === id)
    const { results, next } = cursorPage(all, `${prefix}/api/v2/inline-comments/${id}/children`, request.query, one => {
      const { pageId: _, blogPostId: __, ...reply }: Record<string, unknown> = shown(one, textIn(request.query, 'body-format'))
      return reply
    })
    return { results, _links: { ...(next && { next }), base: `${originOf(request)}${prefix}` } }
  })
  app.post<{ Body: NewComment }>('/api/v2/inline-comments', async (request, reply) => {
    const { pageId, blogPostId, parentCommentId, body, inlineCommentProperties: properties } = request.body
    const parent = parentCommentId === undefined ? undefined : inlineOf(parentCommentId)
    const page = parent?.page ?? pageOf(site, pageId ?? blogPostId ?? '')
    if (!parent && properties?.textSelection === undefined) throw refuse(400, 'textSelection is required')
    const text = storageOf(body, true)
    const { textSelection = '', textSelectionMatchCount = 1, textSelectionMatchIndex = 0 } = properties ?? {}
    const markerRef = parent ? parent.markerRef : mark(page, textSelection, textSelectionMatchCount, textSelectionMatchIndex)
    const comment = addComment(site, { page, parentId: parent?.id ?? null, body: text })
    comment.location = 'inline'
    comment.selection = parent?.selection ?? textSelection
    if (markerRef !== undefined) comment.markerRef = markerRef
    return reply.code(201).send(shown(comment, 'storage'))
  })
  app.put<ById & { Body: Change }>('/api/v2/inline-comments/:id', async request => {
    const { resolved } = request.body
    const comment = editComment(inlineOf(request.params.id), request.body)
    if (resolved !== undefined) comment.resolution = resolved ? 'resolved' : comment.resolution === 'resolved' ? 'reopened' : 'open'
    return shown(comment, 'storage')
  })
  app.delete<ById>('/api/v2/inline-comments/:id', async (request, reply) => {
    site.comments.delete(inlineOf(request.params.id).id)
    return reply.code(204).send()
  })
}

export default inlineComments
