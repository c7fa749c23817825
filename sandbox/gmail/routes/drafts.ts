import type { FastifyInstance } from 'fastify'
import { invalid, notFound } from '../../google/errors.ts'
import type { Mailbox, Message } from '../mailbox.ts'
import { addMissingHeaders, deliver, outgoingIn, threadFor } from '../outgoing.ts'
import { pageOf } from '../pages.ts'
import { type Format, renderMessage } from '../render.ts'
import { findMessages } from './messages.ts'

type ById = { Params: { id: string } }

export function addDrafts(app: FastifyInstance, mailbox: Mailbox): void {
  const base = '/gmail/v1/users/:userId/drafts'
  const messageOf = (draftId: string): Message | undefined => mailbox.messages.get(mailbox.drafts.get(draftId)?.messageId ?? '')

  app.get<{ Querystring: Record<string, string> }>(base, async ({ query }) => {
    const { page, ...rest } = pageOf(findMessages(mailbox, { ...query, labelIds: 'DRAFT' }), query)
    const byMessage = new Map([...mailbox.drafts.values()].map(({ id, messageId }) => [messageId, id]))
    const drafts = page.map(({ id, threadId }) => ({ id: byMessage.get(id), message: { id, threadId } }))
    return { ...(drafts.length > 0 && { drafts }), ...rest }
  })
  app.get<ById & { Querystring: Format }>(`${base}/:id`, async ({ params: { id }, query }) => {
    const message = messageOf(id)
    if (!message) throw notFound()
    return { id, message: renderMessage(message, query) }
  })
  for (const path of [base, `/upload${base}`]) {
    app.post(path, async ({ body }) => {
      const outgoing = outgoingIn(body)
      const raw = addMissingHeaders(mailbox, outgoing.raw)
      const message = mailbox.add(raw, ['DRAFT'], Date.now(), threadFor(mailbox, raw, outgoing.threadId))
      const { id } = mailbox.addDraft(message.id)
      return { id, message: { id: message.id, threadId: message.threadId, labelIds: message.labelIds } }
    })
  }
  for (const path of [`${base}/:id`, `/upload${base}/:id`]) {
    app.put<ById>(path, async ({ params: { id }, body }) => {
      const before = messageOf(id)
      const draft = mailbox.drafts.get(id)
      if (!before || !draft) throw notFound()
      const raw = addMissingHeaders(mailbox, outgoingIn(body).raw)
      // The message of a draft is replaced, so it has another ID.
      const message = mailbox.add(raw, ['DRAFT'], Date.now(), before.threadId)
      mailbox.remove(before)
      draft.messageId = message.id
      return { id, message: { id: message.id, threadId: message.threadId, labelIds: message.labelIds } }
    })
  }
  app.post<{ Body: { id?: string } }>(`${base}/send`, async ({ body }) => {
    const { id = '' } = body ?? {}
    if (id === '') throw invalid('Invalid draft')
    const message = messageOf(id)
    if (!message) throw notFound()
    const sent = deliver(mailbox, { raw: message.raw, threadId: message.threadId }, true)
    mailbox.drafts.delete(id)
    mailbox.remove(message)
    return renderMessage(sent, { format: 'minimal' })
  })
  app.delete<ById>(`${base}/:id`, async ({ params: { id } }, reply) => {
    const message = messageOf(id)
    if (!message) throw notFound()
    mailbox.drafts.delete(id)
    mailbox.remove(message)
    return reply.code(204).send()
  })
}
