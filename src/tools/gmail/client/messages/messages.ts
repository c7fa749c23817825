import pMap from 'p-map'
import { OperationError } from '../../../../contract/errors.ts'
import { decodeCursor, encodeCursor } from '../../../../lib/cursor.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { cleaned } from '../../../../lib/invisible.ts'
import { type ApiMessage, readMessage, readThread } from '../api.ts'
import type { GmailCall } from '../call.ts'
import type { Gmail } from '../connection.ts'
import { MAX_CONCURRENT_REQUESTS } from '../quota.ts'
import { type Attachment, attachmentOf, type Body, type BodyKind, bodyOf, filesIn, fillTexts, hasAllTexts } from './body.ts'
import { beginningOf, headerOf, snippetOf } from './headers.ts'

/** A message in a list. */
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
  next_body_offset?: number
  attachments: Attachment[]
}

/** The form of the body to return, and its maximum length. */
export interface BodyOptions {
  body: 'text' | 'html' | 'none'
  max_body_chars: number
}

interface PartOptions extends BodyOptions {
  body_offset?: number
  /** Path of the message in the response. Default: the response is the message. */
  path?: 'messages[].' | 'threads[].messages[].'
}

const SUMMARY_HEADERS = ['Subject', 'From', 'To', 'Date']

/** Returns a message in the form for a list, or undefined if it no longer exists. */
export async function summaryOf(client: Gmail, id: string, call: GmailCall): Promise<Summary | undefined> {
  const query = { format: 'metadata', metadataHeaders: SUMMARY_HEADERS }
  const body = await undefinedIfMissing(client.send({ path: `messages/${segment(id)}`, query }, call))
  return body === undefined ? undefined : await summarize(client, readMessage(body), call)
}

/** Converts a message to the form for a list. `snippet` defaults to Gmail's own. */
export async function summarize(
  client: Gmail,
  message: ApiMessage,
  call: GmailCall,
  snippet = snippetOf(message.snippet)
): Promise<Summary> {
  const { id, threadId, labelIds = [], payload } = message
  const summary = {
    id,
    thread_id: threadId,
    subject: headerOf(payload, 'subject'),
    from: headerOf(payload, 'from'),
    to: headerOf(payload, 'to'),
    date: dateOf(message),
    snippet,
    labels: await client.labels.names(labelIds, call),
    unread: labelIds.includes('UNREAD')
  }
  return cleaned(summary, warning => call.warn(`Message ${id}: ${warning}`))
}

/** Returns the time at which Gmail received the message, ISO 8601. */
export function dateOf({ internalDate }: ApiMessage): string | null {
  const time = Number(internalDate)
  return Number.isFinite(time) && internalDate !== undefined ? new Date(time).toISOString() : null
}

/** Returns a message with its headers, body and attachment list. */
export async function getMessage(client: Gmail, id: string, options: PartOptions, call: GmailCall): Promise<FullMessage> {
  const body = await client.send({ path: `messages/${segment(id)}`, query: { format: 'full' } }, call)
  return await toFullMessage(client, readMessage(body), options, call)
}

/** Returns several messages, and the IDs of those that do not exist. */
export async function getMessages(client: Gmail, ids: readonly string[], options: BodyOptions, call: GmailCall) {
  const parts = { ...options, path: 'messages[].' } as const
  const found = await pMap(ids, id => undefinedIfMissing(getMessage(client, id, parts, call)), { concurrency: MAX_CONCURRENT_REQUESTS })
  const messages = found.filter(message => message !== undefined)
  return { messages, not_found: ids.filter((_, index) => found[index] === undefined), untrusted: true }
}

/** Returns the newest `max_messages` messages of a conversation, oldest first; with a cursor, those before the ones already returned. */
export async function getThread(
  client: Gmail,
  id: string,
  {
    messages_cursor,
    max_messages,
    in_list = false,
    ...options
  }: BodyOptions & { max_messages: number; messages_cursor?: string; in_list?: boolean },
  call: GmailCall
) {
  const { messages = [] } = readThread(await client.send({ path: `threads/${segment(id)}`, query: { format: 'full' } }, call))
  const end = messages_cursor === undefined ? messages.length : indexOfCursor(messages, messages_cursor)
  const omitted = Math.max(0, end - max_messages)
  const parts = { ...options, path: in_list ? 'threads[].messages[].' : 'messages[].' } as const
  const newest = await pMap(messages.slice(omitted, end), message => toFullMessage(client, message, parts, call), {
    concurrency: MAX_CONCURRENT_REQUESTS
  })
  const [oldest] = newest
  if (omitted > 0) {
    const hint = in_list
      ? `For the messages before these, call get_thread with thread_id ${id} and its next_messages_cursor as messages_cursor.`
      : 'For the messages before these, pass next_messages_cursor as messages_cursor, or raise max_messages.'
    call.truncate({ reason: 'limit', omitted, next: in_list ? 'threads[].next_messages_cursor' : 'next_messages_cursor', hint })
  }
  return {
    id,
    subject: headerOf(messages[0]?.payload, 'subject'),
    messages_total: messages.length,
    messages: newest,
    ...(omitted > 0 && oldest && { next_messages_cursor: encodeCursor([oldest.id]) }),
    untrusted: true
  }
}

/** Returns the index of the message that the previous part begins with. New messages do not shift it. */
function indexOfCursor(messages: readonly ApiMessage[], cursor: string): number {
  const [id] = decodeCursor(cursor)
  const index = messages.findIndex(message => message.id === id)
  if (index !== -1) return index
  throw invalidField(
    'messages_cursor',
    'does not belong to this conversation, or the message that it names was deleted',
    'next_messages_cursor of the previous part'
  )
}

/** Converts a message with its headers, body and attachment list. */
export async function toFullMessage(client: Gmail, message: ApiMessage, options: PartOptions, call: GmailCall): Promise<FullMessage> {
  const { id, payload, sizeEstimate = 0 } = message
  if (options.body !== 'none') await fillTexts(client, id, payload, call)
  const body = options.body === 'none' ? undefined : await bodyOf(payload, options.body, call)
  const isRead = body !== undefined && body.kind !== 'html' && hasAllTexts(payload)
  return {
    ...(await summarize(client, message, call, isRead ? beginningOf(body.text) : undefined)),
    cc: headerOf(payload, 'cc'),
    bcc: headerOf(payload, 'bcc'),
    reply_to: headerOf(payload, 'reply-to'),
    message_id: headerOf(payload, 'message-id'),
    size: sizeEstimate,
    ...(body ? truncateBody(id, body, options, call) : NO_BODY),
    attachments: filesIn(payload).map(attachmentOf)
  }
}

const NO_BODY = { body: '', body_format: 'none', body_length: 0, body_truncated: false } as const

function truncateBody(id: string, { kind, text, warnings }: Body, { max_body_chars, body_offset = 0, path }: PartOptions, call: GmailCall) {
  for (const warning of warnings) call.warn(`Message ${id}: ${warning}`)
  const end = body_offset + max_body_chars
  const omitted = Math.max(0, text.length - end)
  if (omitted > 0)
    call.truncate({
      reason: 'size',
      omitted,
      next:
        path === undefined
          ? 'next_body_offset'
          : path === 'messages[].'
            ? 'messages[].next_body_offset'
            : 'threads[].messages[].next_body_offset',
      hint: `To continue the body of ${id}, call get_message with body_offset ${end}.`
    })
  const body = text.slice(body_offset, end)
  return { body, body_format: kind, body_length: text.length, body_truncated: omitted > 0, ...(omitted > 0 && { next_body_offset: end }) }
}

/** Resolves like `work`, or to undefined if the resource does not exist. */
export async function undefinedIfMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof OperationError && error.reason === 'upstream_not_found') return undefined
    throw error
  }
}
