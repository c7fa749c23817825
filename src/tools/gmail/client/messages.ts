import { OperationError } from '../../../contract/errors.ts'
import { type ApiMessage, readMessage, readThread, segment } from './api.ts'
import type { Gmail } from './gmail.ts'
import { inParallel } from './in-parallel.ts'
import { type Attachment, attachmentOf, type BodyKind, bodyOf, filesIn, fillTexts } from './parts.ts'
import { headerOf, snippetOf } from './text.ts'
import type { Turn } from './turn.ts'

/** What a list shows of a message. */
export interface Summary {
  id: string
  thread_id: string
  subject: string
  from: string
  to: string
  date: string | null
  snippet: string
  labels: string[]
  unread: boolean
}

export interface FullMessage extends Summary {
  cc: string
  bcc: string
  reply_to: string
  message_id: string
  size: number
  body: string
  body_format: BodyKind | 'none'
  body_length: number
  body_truncated: boolean
  attachments: Attachment[]
}

/** How much of a body is wanted. */
export interface BodyWish {
  body: 'text' | 'html' | 'none'
  max_body_chars: number
}

const SHOWN = ['Subject', 'From', 'To', 'Date']

/** A message for a list; undefined where it is gone meanwhile. */
export async function summaryOf(client: Gmail, id: string, turn: Turn): Promise<Summary | undefined> {
  const query = { format: 'metadata', metadataHeaders: SHOWN }
  const body = await unlessGone(client.send({ path: `messages/${segment(id)}`, query }, turn))
  return body === undefined ? undefined : await summarize(client, readMessage(body), turn)
}

export async function summarize(client: Gmail, message: ApiMessage, turn: Turn): Promise<Summary> {
  const { id, threadId, labelIds = [], payload } = message
  return {
    id,
    thread_id: threadId,
    subject: headerOf(payload, 'subject'),
    from: headerOf(payload, 'from'),
    to: headerOf(payload, 'to'),
    date: dateOf(message),
    snippet: snippetOf(message.snippet),
    labels: await client.labels.names(labelIds, turn),
    unread: labelIds.includes('UNREAD')
  }
}

function dateOf({ internalDate }: ApiMessage): string | null {
  const time = Number(internalDate)
  return Number.isFinite(time) && internalDate !== undefined ? new Date(time).toISOString() : null
}

/** The whole message, its body as wished. */
export async function getMessage(client: Gmail, id: string, wish: BodyWish & { body_offset?: number }, turn: Turn): Promise<FullMessage> {
  const body = await client.send({ path: `messages/${segment(id)}`, query: { format: 'full' } }, turn)
  return await full(client, readMessage(body), wish, turn)
}

/** Several messages; those that are gone are told by their ids. */
export async function getMessages(client: Gmail, ids: readonly string[], wish: BodyWish, turn: Turn) {
  const found = await inParallel(ids, id => unlessGone(getMessage(client, id, wish, turn)))
  const messages = found.filter(message => message !== undefined)
  return { messages, not_found: ids.filter((_, place) => found[place] === undefined), untrusted: true }
}

/** A conversation from its first message on; of a long one the newest messages. */
export async function getThread(client: Gmail, id: string, wish: BodyWish & { max_messages: number }, turn: Turn) {
  const { messages = [] } = readThread(await client.send({ path: `threads/${segment(id)}`, query: { format: 'full' } }, turn))
  const shown = messages.slice(-wish.max_messages)
  const omitted = messages.length - shown.length
  if (omitted > 0) turn.truncate({ reason: 'limit', omitted, hint: 'These are the newest: raise max_messages for the others.' })
  return {
    id,
    subject: headerOf(messages[0]?.payload, 'subject'),
    messages_total: messages.length,
    messages: await inParallel(shown, message => full(client, message, wish, turn)),
    untrusted: true
  }
}

async function full(client: Gmail, message: ApiMessage, wish: BodyWish & { body_offset?: number }, turn: Turn): Promise<FullMessage> {
  const { id, payload, sizeEstimate = 0 } = message
  if (wish.body !== 'none') await fillTexts(client, id, payload, turn)
  return {
    ...(await summarize(client, message, turn)),
    cc: headerOf(payload, 'cc'),
    bcc: headerOf(payload, 'bcc'),
    reply_to: headerOf(payload, 'reply-to'),
    message_id: headerOf(payload, 'message-id'),
    size: sizeEstimate,
    ...cut(message, wish, turn),
    attachments: filesIn(payload).map(attachmentOf)
  }
}

function cut(
  { id, payload }: ApiMessage,
  { body: prefer, max_body_chars, body_offset = 0 }: BodyWish & { body_offset?: number },
  turn: Turn
) {
  if (prefer === 'none') return { body: '', body_format: prefer, body_length: 0, body_truncated: false }
  const { kind, text } = bodyOf(payload, prefer)
  const end = body_offset + max_body_chars
  const omitted = Math.max(0, text.length - end)
  if (omitted > 0) turn.truncate({ reason: 'size', omitted, hint: `The body of ${id} goes on: get_message with body_offset ${end}.` })
  return { body: text.slice(body_offset, end), body_format: kind, body_length: text.length, body_truncated: omitted > 0 }
}

/** Undefined for what is gone. */
export async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof OperationError && error.reason === 'upstream_not_found') return undefined
    throw error
  }
}
