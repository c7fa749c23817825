import type { FastifyInstance } from 'fastify'
import { notFound } from '../../google/errors.ts'
import type { Mailbox, Message } from '../mailbox.ts'
import { pageOf } from '../pages.ts'
import { type Format, renderMessage } from '../render.ts'
import { changeLabels, findMessages, type LabelChange } from './messages.ts'

type ById = { Params: { id: string } }

export function addThreads(app: FastifyInstance, mailbox: Mailbox): void {
  const base = '/gmail/v1/users/:userId/threads'
  const inThread = (id: string): Message[] =>
    [...mailbox.messages.values()].filter(({ threadId }) => threadId === id).sort((a, b) => a.internalDate - b.internalDate)

  app.get<{ Querystring: Record<string, string> }>(base, async ({ query }) => {
    const newest = new Map(
      findMessages(mailbox, query)
        .sort((a, b) => a.internalDate - b.internalDate)
        .map(message => [message.threadId, message])
    )
    const { page, ...rest } = pageOf([...newest.values()], query)
    const threads = page.map(({ threadId: id, snippet, historyId }) => ({ id, snippet, historyId: String(historyId) }))
    return { ...(threads.length > 0 && { threads }), ...rest }
  })
  app.get<{ Params: { id: string }; Querystring: Format }>(`${base}/:id`, async ({ params: { id }, query }) => {
    const messages = inThread(id)
    const last = messages.at(-1)
    if (!last) throw notFound()
    return { id, historyId: String(last.historyId), messages: messages.map(message => renderMessage(message, query)) }
  })

  const change = (id: string, labels: LabelChange): object => {
    const messages = inThread(id)
    if (messages.length === 0) throw notFound()
    return { id, messages: messages.map(message => changeLabels(mailbox, message.id, labels)) }
  }
  app.post<ById & { Body: LabelChange }>(`${base}/:id/modify`, async ({ params, body }) => change(params.id, body ?? {}))
  app.post<ById>(`${base}/:id/trash`, async ({ params }) =>
    change(params.id, { addLabelIds: ['TRASH'], removeLabelIds: ['INBOX', 'SPAM'] })
  )
  app.post<ById>(`${base}/:id/untrash`, async ({ params }) => change(params.id, { removeLabelIds: ['TRASH'] }))
  app.delete<ById>(`${base}/:id`, async ({ params }, reply) => {
    const messages = inThread(params.id)
    if (messages.length === 0) throw notFound()
    for (const message of messages) mailbox.remove(message)
    return reply.code(204).send()
  })
}
