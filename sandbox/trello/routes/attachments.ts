import type { FastifyInstance } from 'fastify'
import { findCard, findIn } from '../find.ts'
import { paramsOf, textIn } from '../params.ts'
import { notFound, refuse } from '../refusal.ts'
import type { Attachment, State } from '../state/model.ts'
import { positionFor } from '../state/position.ts'
import { ATTACHMENT } from '../views/detail.ts'
import { show } from '../views/show.ts'

type ById = { Params: { id: string } }
type ByAttachment = { Params: { id: string; idAttachment: string } }

/** A file in a form: its bytes, name and media type. */
interface SentFile {
  bytes: Buffer
  fileName: string
  mimeType: string
}

const isFile = (value: unknown): value is SentFile => typeof value === 'object' && value !== null && 'bytes' in value

/** Links and uploaded files. */
export function attachmentRoutes(app: FastifyInstance, state: State): void {
  app.get<ById>('/cards/:id/attachments', async request => {
    const { attachments } = findCard(state, request.params.id)
    return attachments.map(attachment => show(ATTACHMENT, attachment, state, textIn(paramsOf(request), 'fields')))
  })

  app.post<ById>('/cards/:id/attachments', async request => {
    const params = paramsOf(request)
    const { attachments } = findCard(state, request.params.id)
    const { file } = params
    const card = findCard(state, request.params.id)
    const link = isFile(file) ? '' : (textIn(params, 'url') ?? '')
    if (!isFile(file) && !/^https?:\/\//.test(link)) throw refuse(400, 'invalid value for url')
    const now = new Date()
    const id = state.newId(now)
    const sent = isFile(file) ? file : undefined
    const url = sent ? `https://trello.com/1/cards/${card.id}/attachments/${id}/download/${encodeURIComponent(sent.fileName)}` : link
    const attachment: Attachment = {
      id,
      bytes: sent?.bytes.length ?? null,
      date: now.toISOString(),
      idMember: state.idMe,
      isUpload: sent !== undefined,
      mimeType: sent ? (textIn(params, 'mimeType') ?? sent.mimeType) : '',
      name: textIn(params, 'name') ?? sent?.fileName ?? url,
      url,
      pos: positionFor(undefined, attachments),
      ...(sent && { file: { fileName: sent.fileName, bytes: sent.bytes } })
    }
    attachments.push(attachment)
    return { ...show(ATTACHMENT, attachment, state), limits: {} }
  })

  app.get<ByAttachment>('/cards/:id/attachments/:idAttachment', async request => {
    const attachment = attachmentOf(state, request.params)
    return show(ATTACHMENT, attachment, state, textIn(paramsOf(request), 'fields'))
  })

  app.get<{ Params: ByAttachment['Params'] & { fileName: string } }>(
    '/cards/:id/attachments/:idAttachment/download/:fileName',
    async (request, reply) => {
      const { file, mimeType } = attachmentOf(state, request.params)
      if (!file || file.fileName !== request.params.fileName) throw notFound()
      return reply.type(mimeType || 'application/octet-stream').send(Buffer.from(file.bytes))
    }
  )

  app.delete<ByAttachment>('/cards/:id/attachments/:idAttachment', async request => {
    const card = findCard(state, request.params.id)
    const { id } = findIn(new Map(card.attachments.map(attachment => [attachment.id, attachment])), request.params.idAttachment)
    card.attachments = card.attachments.filter(attachment => attachment.id !== id)
    return { limits: {} }
  })
}

const attachmentOf = (state: State, { id, idAttachment }: ByAttachment['Params']): Attachment =>
  findIn(new Map(findCard(state, id).attachments.map(attachment => [attachment.id, attachment])), idAttachment)
