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
  app.get<{ Querystring: HistoryQuery }>('/gmail/v1/users/:userId/history', async ({ query }) => {
    const from = Number(query.startHistoryId)
    const [eldest] = mailbox.history.changes
    if (!Number.isInteger(from) || from < (eldest?.id ?? 0) - 1) throw notFound()
    const kinds = [query.historyTypes ?? []].flat()
    const changes = mailbox.history.changes.filter(
      ({ id, kind, message, labelIds }) =>
        id > from &&
        (kinds.length === 0 || kinds.includes(TYPES[kind])) &&
        (query.labelId === undefined || (mailbox.messages.get(message.id)?.labelIds ?? labelIds).includes(query.labelId))
    )
    const after = Number(query.pageToken ?? 0)
    const rest = changes.filter(({ id }) => id > after)
    const page = rest.slice(0, Number(query.maxResults ?? 100))
    const last = page.at(-1)
    return {
      ...(page.length > 0 && { history: page.map(renderChange) }),
      ...(last && rest.length > page.length && { nextPageToken: String(last.id) }),
      historyId: String(mailbox.history.last())
    }
  })
}

interface HistoryQuery {
  startHistoryId?: string
  historyTypes?: string | string[]
  labelId?: string
  maxResults?: string
  pageToken?: string
}

/** Names of the kinds of changes in a request. */
const TYPES = {
  messagesAdded: 'messageAdded',
  messagesDeleted: 'messageDeleted',
  labelsAdded: 'labelAdded',
  labelsRemoved: 'labelRemoved'
} as const

function renderChange({ id, kind, message, labelIds }: Change): Record<string, unknown> {
  const isLabels = kind === 'labelsAdded' || kind === 'labelsRemoved'
  return { id: String(id), messages: [message], [kind]: [isLabels ? { message, labelIds } : { message: { ...message, labelIds } }] }
}
