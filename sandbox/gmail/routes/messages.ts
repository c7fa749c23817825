import type { FastifyInstance } from 'fastify'
import { invalid, notFound } from '../../google/errors.ts'
import { leavesOf, type Mailbox, type Message } from '../mailbox.ts'
import { deliver, outgoingIn } from '../outgoing.ts'
import { pageOf } from '../pages.ts'
import { type Format, partIdIn, renderMessage } from '../render.ts'
import { searchFor } from '../search.ts'

interface ListQuery {
  q?: string
  labelIds?: string | string[]
  maxResults?: string
  pageToken?: string
  includeSpamTrash?: string
}

export interface LabelChange {
  ids?: string[]
  addLabelIds?: string[]
  removeLabelIds?: string[]
}

type ById = { Params: { id: string } }

const MAX_IDS = 1000

/** Returns the messages that match a list query. Trash and spam are included only if the query asks for them. */
export function findMessages(mailbox: Mailbox, { q = '', labelIds = [], includeSpamTrash }: ListQuery): Message[] {
  const matches = searchFor(q, mailbox)
  const wanted = [labelIds].flat()
  const hidden =
    includeSpamTrash === 'true' || /(?<!-)\b(in:(anywhere|trash|spam)|label:(trash|spam))\b/i.test(q)
      ? []
      : ['TRASH', 'SPAM'].filter(id => !wanted.includes(id))
  return [...mailbox.messages.values()].filter(
    message => wanted.every(id => message.labelIds.includes(id)) && !hidden.some(id => message.labelIds.includes(id)) && matches(message)
  )
}

/** Labels that only Gmail adds and removes. */
const AUTOMATIC = ['SENT', 'DRAFT', 'CHAT']

function checkLabels(mailbox: Mailbox, { addLabelIds = [], removeLabelIds = [] }: LabelChange): void {
  const refused = [...addLabelIds, ...removeLabelIds].find(id => AUTOMATIC.includes(id) || !mailbox.labels.has(id))
  if (refused !== undefined) throw invalid(`Invalid label: ${refused}`)
}

export function addMessages(app: FastifyInstance, mailbox: Mailbox): void {
  const base = '/gmail/v1/users/:userId/messages'
  addReads(app, mailbox, base)
  addBatches(app, mailbox, base)

  app.post<ById & { Body: LabelChange }>(`${base}/:id/modify`, async ({ params, body }) => changeLabels(mailbox, params.id, body ?? {}))
  app.post<ById>(`${base}/:id/trash`, async ({ params }) =>
    changeLabels(mailbox, params.id, { addLabelIds: ['TRASH'], removeLabelIds: ['INBOX', 'SPAM'] })
  )
  app.post<ById>(`${base}/:id/untrash`, async ({ params }) => changeLabels(mailbox, params.id, { removeLabelIds: ['TRASH'] }))
  app.delete<ById>(`${base}/:id`, async ({ params }, reply) => {
    const message = mailbox.messages.get(params.id)
    if (!message) throw notFound()
    mailbox.remove(message)
    return reply.code(204).send()
  })

  for (const path of [`${base}/send`, `/upload${base}/send`]) {
    app.post(path, async ({ body }) => {
      const { id, threadId, labelIds } = deliver(mailbox, outgoingIn(body))
      return { id, threadId, labelIds }
    })
  }
}

function addReads(app: FastifyInstance, mailbox: Mailbox, base: string): void {
  app.get<{ Querystring: ListQuery }>(base, async ({ query }) => {
    const { page, ...rest } = pageOf(findMessages(mailbox, query), query)
    return { ...(page.length > 0 && { messages: page.map(({ id, threadId }) => ({ id, threadId })) }), ...rest }
  })
  app.get<ById & { Querystring: Format }>(`${base}/:id`, async ({ params, query }) => {
    const message = mailbox.messages.get(params.id)
    if (!message) throw notFound()
    return renderMessage(message, query)
  })
  app.get<{ Params: { id: string; attachment: string } }>(`${base}/:id/attachments/:attachment`, async ({ params }) => {
    const message = mailbox.messages.get(params.id)
    if (!message) throw notFound()
    const partId = partIdIn(params.attachment)
    const part = [...leavesOf(message.part)].find(leaf => leaf.partId === partId)
    if (!part) throw invalid('Invalid attachment token')
    return { size: part.content.length, data: part.content.toString('base64url') }
  })
}

function addBatches(app: FastifyInstance, mailbox: Mailbox, base: string): void {
  app.post<{ Body: LabelChange }>(`${base}/batchModify`, async ({ body }, reply) => {
    const { ids = [], addLabelIds = [], removeLabelIds = [] } = body ?? {}
    checkIds(ids)
    checkLabels(mailbox, { addLabelIds, removeLabelIds })
    for (const id of ids) {
      const message = mailbox.messages.get(id)
      if (message) mailbox.relabel(message, addLabelIds, removeLabelIds)
    }
    return reply.code(204).send()
  })
  app.post<{ Body: LabelChange }>(`${base}/batchDelete`, async ({ body }, reply) => {
    const { ids = [] } = body ?? {}
    checkIds(ids)
    for (const id of ids) {
      const message = mailbox.messages.get(id)
      if (message) mailbox.remove(message)
    }
    return reply.code(204).send()
  })
}

/** One malformed ID makes Gmail refuse the whole request. IDs of messages that do not exist are ignored. */
function checkIds(ids: readonly string[]): void {
  if (ids.length === 0) throw invalid('No message ids specified.')
  if (ids.length > MAX_IDS) throw invalid(`Number of ids cannot exceed ${MAX_IDS}`)
  if (!ids.every(id => ID.test(id))) throw invalid('Invalid id value')
}

const ID = /^[0-9a-f]{1,16}$/

/** Changes the labels of a message, and returns it as Gmail does after a change. */
export function changeLabels(mailbox: Mailbox, id: string, labels: LabelChange): Record<string, unknown> {
  const message = mailbox.messages.get(id)
  if (!message) throw notFound()
  checkLabels(mailbox, labels)
  mailbox.relabel(message, labels.addLabelIds ?? [], labels.removeLabelIds ?? [])
  const { id: _, threadId, labelIds } = message
  return { id, threadId, labelIds }
}
