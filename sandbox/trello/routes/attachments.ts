import type { FastifyInstance } from 'fastify'
import { findCard, findIn } from '../find.ts'
import { paramsOf, textIn } from '../params.ts'
import { refuse } from '../refusal.ts'
import type { Attachment, State } from '../state/model.ts'
import { placeFor } from '../state/place.ts'
import { ATTACHMENT } from '../views/detail.ts'
import { show } from '../views/show.ts'

type ById = { Params: { id: string } }
type ByAttachment = { Params: { id: string; idAttachment: string } }

/** Links; files cannot be uploaded here. */
export function attachmentRoutes(app: FastifyInstance, state: State): void {
  app.get<ById>('/cards/:id/attachments', async request => {
    const { attachments } = findCard(state, request.params.id)
    return attachments.map(attachment => show(ATTACHMENT, attachment, state, textIn(paramsOf(request), 'fields')))
  })

  app.post<ById>('/cards/:id/attachments', async request => {
    const params = paramsOf(request)
    const { attachments } = findCard(state, request.params.id)
    const url = textIn(params, 'url') ?? ''
    if (!/^https?:\/\//.test(url)) throw refuse(400, 'invalid value for url')
    const now = new Date()
    const attachment: Attachment = {
      id: state.newId(now),
      bytes: null,
      date: now.toISOString(),
      idMember: state.idMe,
      isUpload: false,
      mimeType: '',
      name: textIn(params, 'name') ?? url,
      url,
      pos: placeFor(undefined, attachments)
    }
    attachments.push(attachment)
    return { ...show(ATTACHMENT, attachment, state), limits: {} }
  })

  app.delete<ByAttachment>('/cards/:id/attachments/:idAttachment', async request => {
    const card = findCard(state, request.params.id)
    const { id } = findIn(new Map(card.attachments.map(attachment => [attachment.id, attachment])), request.params.idAttachment)
    card.attachments = card.attachments.filter(attachment => attachment.id !== id)
    return { limits: {} }
  })
}
