import type { FastifyInstance } from 'fastify'
import { notFound } from '../../google/errors.ts'
import type { Change, Mailbox } from '../mailbox.ts'
import { threadsIn } from '../render.ts'

export function addAccount(app: FastifyInstance, mailbox: Mailbox): void {
  app.get('/gmail/v1/users/:userId/profile', async () => {
    const messages = [...mailbox.messages.values()]
    return {
      emailAddress: mailbox.address,
      messagesTotal: messages.length,
      threadsTotal: threadsIn(messages),
      historyId: String(mailbox.history.last())
    }
  })
  app.get<{ Querystring: { startHistoryId?: string } }>('/gmail/v1/users/:userId/history', async ({ query }) => {
    const from = Number(query.startHistoryId)
    const [eldest] = mailbox.history.changes
    if (!Number.isInteger(from) || from < (eldest?.id ?? 0) - 1) throw notFound()
    const history = mailbox.history.changes.filter(({ id }) => id > from).map(renderChange)
    return { ...(history.length > 0 && { history }), historyId: String(mailbox.history.last()) }
  })
}

function renderChange({ id, kind, message, labelIds }: Change): Record<string, unknown> {
  const isLabels = kind === 'labelsAdded' || kind === 'labelsRemoved'
  return { id: String(id), messages: [message], [kind]: [isLabels ? { message, labelIds } : { message: { ...message, labelIds } }] }
}
