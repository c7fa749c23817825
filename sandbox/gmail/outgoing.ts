import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../google/errors.ts'
import { type Mailbox, type Message, recipientsOf, subjectOf } from './mailbox.ts'
import { headerIn, parseMime } from './mime.ts'

/** A message to send: in JSON as `raw`, or uploaded. */
export interface Outgoing {
  raw: Buffer
  threadId?: string
}

const MAX_MESSAGE_BYTES = 36_700_160

/** Parses uploads: a message alone, or after its JSON metadata. */
export function addUploads(app: FastifyInstance): void {
  app.addContentTypeParser('message/rfc822', { parseAs: 'buffer', bodyLimit: MAX_MESSAGE_BYTES }, (_request, body, done) =>
    done(null, { bytes: body })
  )
  app.addContentTypeParser('multipart/related', { parseAs: 'buffer', bodyLimit: MAX_MESSAGE_BYTES }, (request, body, done) => {
    const [, boundary = ''] = /boundary="?([^";]+)/.exec(request.headers['content-type'] ?? '') ?? []
    const [, first = '', second = ''] = body.toString('latin1').split(`--${boundary}`)
    const after = (part: string): string => part.slice(part.indexOf('\r\n\r\n') + 4, -2)
    done(null, { ...JSON.parse(after(first)), bytes: Buffer.from(after(second), 'latin1') })
  })
}

/** Returns the message in a request body. */
export function outgoingIn(body: unknown): Outgoing {
  const { message, bytes, ...rest } = Object(body)
  const { raw, threadId } = message ?? rest
  const read = Buffer.isBuffer(bytes) ? bytes : typeof raw === 'string' ? Buffer.from(raw, 'base64url') : undefined
  if (!read) throw invalid("'raw' RFC822 payload message string or uploading message via /upload/* URL required")
  return { raw: read, ...(typeof threadId === 'string' && { threadId }) }
}

/** Adds a sent message to the mailbox. A message to the account itself also arrives in the inbox. */
export function deliver(mailbox: Mailbox, { raw, threadId }: Outgoing, wasDraft = false): Message {
  const complete = addMissingHeaders(mailbox, raw)
  const recipients = recipientsOf(parseMime(complete))
  if (recipients.length === 0) throw invalid('Recipient address required')
  if (recipients.some(address => !address.includes('@'))) throw invalid('Invalid To header')
  const labels = recipients.includes(mailbox.address) ? ['UNREAD', 'SENT', 'INBOX'] : ['SENT']
  return mailbox.add(complete, labels, Date.now(), wasDraft ? threadId : threadFor(mailbox, complete, threadId))
}

/** Adds the headers that Gmail adds if they are missing. */
export function addMissingHeaders(mailbox: Mailbox, raw: Buffer): Buffer {
  const { headers } = parseMime(raw)
  const defaults: [string, string][] = [
    ['From', mailbox.address],
    ['Date', new Date().toUTCString().replace('GMT', '+0000')],
    ['Message-ID', `<${randomBytes(16).toString('hex')}@mail.gmail.com>`]
  ]
  const added = defaults.filter(([name]) => headerIn(headers, name.toLowerCase()) === '').map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(added.join('')), raw])
}

/** Returns the thread for a message. It joins the given thread only if it has the same subject and refers to one of its messages. */
export function threadFor(mailbox: Mailbox, raw: Buffer, threadId: string | undefined): string | undefined {
  if (threadId === undefined) return undefined
  const part = parseMime(raw)
  const references = `${headerIn(part.headers, 'references')} ${headerIn(part.headers, 'in-reply-to')}`
  const subject = headerIn(part.headers, 'subject').replace(/^((re|fwd?|aw):\s*)+/i, '')
  const thread = [...mailbox.messages.values()].filter(message => message.threadId === threadId)
  const isReply = thread.some(message => references.includes(headerIn(message.part.headers, 'message-id') || '\0'))
  return isReply && thread.some(message => subjectOf(message) === subject) ? threadId : undefined
}
