import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Query, textIn } from '../paging.ts'
import { refuse } from '../refusal.ts'
import { addRevision } from '../state/change.ts'
import { type Attachment, newest, type Page, type Revision, type Site } from '../state/model.ts'
import { attachmentV1 } from '../views/v1.ts'
import { type ById, originOf, pageOf, type Served, viewOf } from './site.ts'
import { paged } from './v1-paged.ts'
import { attachmentOf, attachmentsOf } from './v2-rest.ts'

interface Upload {
  filename: string
  bytes: Buffer
  mediaType: string
  comment: string
  minorEdit: boolean
}

/** Reads a form with a file. The header prevents cross-site requests from browsers. */
async function uploadIn(request: FastifyRequest): Promise<Upload> {
  if (!/^no-?check$/.test(String(request.headers['x-atlassian-token']))) throw refuse(403, 'XSRF check failed')
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => undefined)
  const file = form?.get('file')
  if (!(file instanceof File)) throw refuse(400, 'At least one file must be attached')
  const text = (name: string): string => String(form?.get(name) ?? '')
  return {
    filename: file.name,
    bytes: Buffer.from(await file.arrayBuffer()),
    mediaType: file.type || 'application/octet-stream',
    comment: text('comment'),
    minorEdit: text('minorEdit') === 'true'
  }
}

const existing = (site: Site, page: Page, { filename }: Upload): Attachment | undefined => attachmentsOf(site, page, { filename })[0]
const add = (site: Site, page: Page, { filename, ...file }: Upload): Attachment => {
  const id = `att${site.newId()}`
  const now = new Date().toISOString()
  const attachment: Attachment = {
    id,
    page,
    title: filename,
    status: 'current',
    createdAt: now,
    revisions: [{ ...file, number: 1, when: now, by: site.me }]
  }
  site.attachments.set(id, attachment)
  return attachment
}

export function fileRoutes(app: FastifyInstance, served: Served): void {
  const { site } = served
  const base = '/rest/api/content/:id/child/attachment'
  const expand = ['version', 'container', 'history', 'space']

  app.get<ById>(base, async request => {
    const page = pageOf(site, request.params.id)
    return paged(request, served, attachmentsOf(site, page, request.query), one => attachmentV1(viewOf(request, served), one))
  })

  app.post<ById>(base, async request => {
    const upload = await uploadIn(request)
    const page = pageOf(site, request.params.id)
    if (existing(site, page, upload))
      throw refuse(400, `Cannot add a new attachment with same file name as an existing attachment: ${upload.filename}`)
    return {
      results: [attachmentV1({ ...viewOf(request, served), expand }, add(site, page, upload))],
      size: 1,
      start: 0,
      limit: 1,
      _links: {}
    }
  })

  if (site.mode === 'cloud')
    app.put<ById>(base, async request => {
      const upload = await uploadIn(request)
      const page = pageOf(site, request.params.id)
      const known = existing(site, page, upload)
      if (known) addRevision(site, known, upload)
      return {
        results: [attachmentV1({ ...viewOf(request, served), expand }, known ?? add(site, page, upload))],
        size: 1,
        start: 0,
        limit: 1,
        _links: {}
      }
    })

  app.post<{ Params: { id: string; attachment: string }; Querystring: Query }>(`${base}/:attachment/data`, async request => {
    const attachment = attachmentOf(site, request.params.attachment)
    addRevision(site, attachment, await uploadIn(request))
    return attachmentV1({ ...viewOf(request, served), expand }, attachment)
  })
  app.put<{ Params: { id: string; attachment: string }; Body: { title?: string }; Querystring: Query }>(
    `${base}/:attachment`,
    async request => {
      const attachment = attachmentOf(site, request.params.attachment)
      const { title } = request.body
      if (title !== undefined) attachment.title = title
      return attachmentV1({ ...viewOf(request, served), expand }, attachment)
    }
  )
  downloadRoutes(app, served)
}

const revisionOf = (attachment: Attachment, number: string | undefined): Revision =>
  attachment.revisions.find(one => String(one.number) === number) ?? newest(attachment)

function downloadRoutes(app: FastifyInstance, served: Served): void {
  const { site } = served
  if (site.mode === 'datacenter')
    app.get<{ Params: { id: string; file: string }; Querystring: Query }>('/download/attachments/:id/:file', async (request, reply) => {
      const [attachment] = attachmentsOf(site, pageOf(site, request.params.id), { filename: request.params.file })
      if (!attachment) throw refuse(404, 'No attachment found')
      const { mediaType, bytes } = revisionOf(attachment, textIn(request.query, 'version'))
      return reply.type(mediaType).send(bytes)
    })
  else {
    app.get('/download/attachments/:id/:file', async () => {
      throw refuse(401, 'Unauthorized')
    })
    app.get<{ Params: { id: string; attachment: string }; Querystring: Query }>(
      '/rest/api/content/:id/child/attachment/:attachment/download',
      async (request, reply) => {
        const { number } = revisionOf(attachmentOf(site, request.params.attachment), textIn(request.query, 'version'))
        return reply.redirect(`${mediaOrigin(request)}/media/${request.params.attachment}/${number}?token=signed`, 302)
      }
    )
  }
}

/** The media host differs. Here, it is the same server under its other name. */
const mediaOrigin = (request: FastifyRequest): string => originOf(request).replace('127.0.0.1', 'localhost')

/** Signed links, which refuse any other credential. */
export function mediaRoutes(app: FastifyInstance, { site }: Pick<Served, 'site'>): void {
  app.get<{ Params: { id: string; number: string } }>('/media/:id/:number', async ({ params, headers }, reply) => {
    if (headers.authorization !== undefined) return reply.code(400).send('Only one auth mechanism allowed')
    const { mediaType, bytes } = revisionOf(attachmentOf(site, params.id), params.number)
    return reply.type(mediaType).send(bytes)
  })
}
