import { randomBytes } from 'node:crypto'
import type { Mailbox, Message } from './mailbox.ts'
import type { Part } from './mime.ts'

export interface Format {
  format?: string
  metadataHeaders?: string | string[]
}

/** Returns a message as messages.get does. */
export function renderMessage(message: Message, { format = 'full', metadataHeaders = [] }: Format): Record<string, unknown> {
  const { id, threadId, labelIds, snippet, historyId, internalDate, raw, part } = message
  const bare = {
    id,
    threadId,
    labelIds,
    snippet,
    sizeEstimate: raw.length,
    historyId: String(historyId),
    internalDate: String(internalDate)
  }
  if (format === 'minimal') return bare
  if (format === 'raw') return { ...bare, raw: raw.toString('base64url') }
  if (format === 'full') return { ...bare, payload: renderPart(part) }
  const wanted = [metadataHeaders].flat().map(name => name.toLowerCase())
  const headers = part.headers.filter(({ name }) => wanted.length === 0 || wanted.includes(name.toLowerCase()))
  return { ...bare, payload: { mimeType: part.mimeType, headers } }
}

/** Attachments get a different ID in each response, like Gmail's. The ID contains that of the part. */
function renderPart({ partId, mimeType, filename, headers, content, parts }: Part): Record<string, unknown> {
  const size = content.length
  const inline = filename === '' && (mimeType.startsWith('text/') || size === 0)
  const body = inline
    ? { size, ...(size > 0 && { data: content.toString('base64url') }) }
    : { size, attachmentId: `ANGjdJ${randomBytes(24).toString('base64url')}.${partId}` }
  return { partId, mimeType, filename, headers, body, ...(parts.length > 0 && { parts: parts.map(renderPart) }) }
}

export const partIdIn = (attachmentId: string): string | undefined => /^ANGjdJ[\w-]+\.([\d.]*)$/.exec(attachmentId)?.[1]

export function renderLabel(mailbox: Mailbox, id: string, counts: boolean): Record<string, unknown> {
  const label = mailbox.labels.get(id)
  if (!counts) return { ...label }
  const messages = [...mailbox.messages.values()].filter(({ labelIds }) => labelIds.includes(id))
  const unread = messages.filter(({ labelIds }) => labelIds.includes('UNREAD'))
  return {
    ...label,
    messagesTotal: messages.length,
    messagesUnread: unread.length,
    threadsTotal: threadsIn(messages),
    threadsUnread: threadsIn(unread)
  }
}

export const threadsIn = (messages: readonly Message[]): number => new Set(messages.map(({ threadId }) => threadId)).size
