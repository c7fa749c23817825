import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../google/errors.ts'
import { type Mailbox, type Message, recipientsOf, subjectOf } from './mailbox.ts'
import { headerIn, parseMime } from './mime.ts'

/** A message that a caller hands in: as JSON with `raw`, or uploaded. */
export interface Outgoing {
  raw: Buffer
  threadId?: string
}

const LARGEST_MESSAGE = 36_700_160

/** Reads uploads: a message alone, or after the JSON that tells of it. */
export function addUploads(app: FastifyInstance): void {
  app.addContentTypeParser('message/rfc822', { parseAs: 'buffer', bodyLimit: LARGEST_MESSAGE }, (_request, body, done) =>
    done(null, { bytes: body })
  )
  app.addContentTypeParser('multipart/related', { parseAs: 'buffer', bodyLimit: LARGEST_MESSAGE }, (request, body, done) => {
    const [, boundary = ''] = /boundary="?([^";]+)/.exec(request.headers['content-type'] ?? '') ?? []
    const [, first = '', second = ''] = body.toString('latin1').split(`--${boundary}`)
    const after = (part: string): string => part.slice(part.indexOf('\r\n\r\n') + 4, -2)
    done(null, { ...JSON.parse(after(first)), bytes: Buffer.from(after(second), 'latin1') })
  })
}

/** The message of a body, wherever it is in it. */
export function outgoingIn(body: unknown): Outgoing {
  const { message, bytes, ...rest } = Object(body)
  const { raw, threadId } = message ?? rest
  const read = Buffer.isBuffer(bytes) ? bytes : typeof raw === 'string' ? Buffer.from(raw, 'base64url') : undefined
  if (!read) throw invalid("'raw' RFC822 payload message string or uploading message via /upload/* URL required")
  return { raw: read, ...(typeof threadId === 'string' && { threadId }) }
}

/** Puts a message into the mailbox as one that was sent; one to oneself arrives as well. */
export function deliver(mailbox: Mailbox, { raw, threadId }: Outgoing, wasDraft = false): Message {
  const whole = completed(mailbox, raw)
  const recipients = recipientsOf(parseMime(whole))
  if (recipients.length === 0) throw invalid('Recipient address required')
  if (recipients.some(address => !address.includes('@'))) throw invalid('Invalid To header')
  const labels = recipients.includes(mailbox.address) ? ['UNREAD', 'SENT', 'INBOX'] : ['SENT']
  return mailbox.add(whole, labels, Date.now(), wasDraft ? threadId : threadFor(mailbox, whole, threadId))
}

/** What Gmail adds where it is lacking. */
export function completed(mailbox: Mailbox, raw: Buffer): Buffer {
  const { headers } = parseMime(raw)
  const lacking: [string, string][] = [
    ['From', mailbox.address],
    ['Date', new Date().toUTCString().replace('GMT', '+0000')],
    ['Message-ID', `<${randomBytes(16).toString('hex')}@mail.gmail.com>`]
  ]
  const added = lacking.filter(([name]) => headerIn(headers, name.toLowerCase()) === '').map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(added.join('')), raw])
}

/** A thread takes a message only where it has the thread's subject and answers to one of its messages. */
export function threadFor(mailbox: Mailbox, raw: Buffer, threadId: string | undefined): string | undefined {
  if (threadId === undefined) return undefined
  const part = parseMime(raw)
  const references = `${headerIn(part.headers, 'references')} ${headerIn(part.headers, 'in-reply-to')}`
  const subject = headerIn(part.headers, 'subject').replace(/^((re|fwd?|aw):\s*)+/i, '')
  const thread = [...mailbox.messages.values()].filter(message => message.threadId === threadId)
  const answers = thread.some(message => references.includes(headerIn(message.part.headers, 'message-id') || '\0'))
  return answers && thread.some(message => subjectOf(message) === subject) ? threadId : undefined
}
