import { randomUUID } from 'node:crypto'
import { addressParser } from 'postal-mime'
import { type ErrorDetails, OperationError, type Reason } from '../../../contract/errors.ts'
import { type ApiMessage, readMessage, segment } from './api.ts'
import type { Gmail } from './gmail.ts'
import { headerOf, rawHeaderOf } from './text.ts'
import type { Turn } from './turn.ts'

export interface GivenAttachment {
  filename: string
  media_type: string
  content_base64: string
}

/** What somebody wants to send. */
export interface Letter {
  to: string[]
  cc: string[]
  bcc: string[]
  subject?: string
  text?: string
  html?: string
  from?: string
  reply_to?: string
  attachments: GivenAttachment[]
  reply_to_message_id?: string
}

/** The letter as it goes to Gmail. */
export interface Composed {
  raw: Buffer
  threadId?: string
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
}

const LARGEST_ATTACHMENTS = 10 * 1024 * 1024
const ORIGINAL = ['Message-ID', 'References', 'Subject', 'From', 'Reply-To', 'To']

const refusal = (reason: Reason, message: string, details: ErrorDetails): OperationError =>
  new OperationError(reason, message, { source: 'gateway', outcome: 'not_executed', ...details })

/** Writes the message (RFC 5322). An answer goes to who wrote (of one's own message: to whom it went), into the conversation, under its subject, unless the letter says otherwise. */
export async function compose(client: Gmail, letter: Letter, turn: Turn): Promise<Composed> {
  const answered = await originalOf(client, letter.reply_to_message_id, turn)
  const headers = answered && headersOf(answered)
  const to = letter.to.length === 0 && headers ? headers.partners : letter.to
  const subject = letter.subject ?? (headers ? answering(headers.subject) : '')
  const { cc, bcc, text, html, from, reply_to } = letter
  for (const [path, addresses] of Object.entries({ to, cc, bcc, from: [from ?? []].flat(), reply_to: [reply_to ?? []].flat() }))
    checkAddresses(path, addresses)
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer') // large, and seldom used
  const composer = new MailComposer({
    ...(from !== undefined && { from }),
    ...(reply_to !== undefined && { replyTo: reply_to }),
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
    ...(headers && { inReplyTo: headers.messageId, references: headers.references }),
    // By default it would tell the name of this host.
    messageId: `<${randomUUID()}@${from === undefined ? DOMAIN : domainOf(from)}>`,
    to,
    cc,
    bcc,
    subject,
    attachments: attachmentsOf(letter.attachments),
    disableFileAccess: true,
    disableUrlAccess: true
  }).compile()
  composer.keepBcc = true // Gmail reads from it whom the mail is for, and takes it out
  const raw = await composer.build()
  return { raw, to, cc, bcc, subject, ...(answered && { threadId: answered.threadId }) }
}

const DOMAIN = 'mail.gmail.com'

const domainOf = (from: string): string => addressParser(from)[0]?.address?.split('@')[1] ?? DOMAIN

async function originalOf(client: Gmail, id: string | undefined, turn: Turn): Promise<ApiMessage | undefined> {
  if (id === undefined) return undefined
  return readMessage(await client.send({ path: `messages/${segment(id)}`, query: { format: 'metadata', metadataHeaders: ORIGINAL } }, turn))
}

function headersOf({ payload, labelIds = [] }: ApiMessage) {
  const messageId = headerOf(payload, 'message-id')
  return {
    messageId,
    references: `${headerOf(payload, 'references')} ${messageId}`.trim(),
    subject: headerOf(payload, 'subject'),
    // An answer to what one sent oneself goes on to whom that went.
    partners: addressesIn(
      labelIds.includes('SENT') ? rawHeaderOf(payload, 'to') : rawHeaderOf(payload, 'reply-to') || rawHeaderOf(payload, 'from')
    )
  }
}

/**
 * Each address of a header by itself. Whoever decoded a name before it came here may have left it a comma without quotes: then a part of the
 * name stands alone, and belongs to the address that follows. A header without any address stays one entry, which is refused as any other.
 */
function addressesIn(header: string): string[] {
  const found: string[] = []
  let words: string[] = []
  for (const { name, address = '' } of addressParser(header, { flatten: true })) {
    if (name !== '') words.push(name)
    if (address === '') continue
    found.push(words.length > 0 ? `${phrase(words.join(', '))} <${address}>` : address)
    words = []
  }
  return found.length === 0 ? [header] : found
}

/** A name as it stands before an address: in quotes, unless it is plain words. */
const phrase = (name: string): string => (/^[\p{L}\p{N}_' -]+$/u.test(name) ? name : `"${name.replace(/["\\\s]+/g, ' ').trim()}"`)

const answering = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`)

/** Each entry is one address: several in one, or none, would send the mail to other people than those that were shown. */
function checkAddresses(path: string, addresses: readonly string[]): void {
  const issues = addresses.flatMap((given, place) => {
    const parsed = addressParser(given)
    const [only] = parsed
    const fine = parsed.length === 1 && /^[^\s@<>]+@[^\s@<>]+$/.test(only?.address ?? '') && holdsOneAddress(given)
    const at = path === 'from' || path === 'reply_to' ? path : `${path}[${place}]`
    return fine
      ? []
      : [{ path: at, message: `${given.slice(0, 80)} is not one address`, expected: 'ann@example.com or Ann <ann@example.com>' }]
  })
  if (issues.length > 0) throw refusal('invalid_field_value', issues.map(({ message }) => `${message}.`).join(' '), { issues })
}

const QUOTED = /"(?:\\.|[^"\\])*"/g

/** Parsers take `ann@example.com bob@example.com` for one address with a name, and the mail would go to one of the two. */
const holdsOneAddress = (given: string): boolean => {
  const unquoted = given.replace(QUOTED, '')
  return unquoted.split('@').length === 2 && unquoted.split('<').length <= 2
}

function attachmentsOf(given: readonly GivenAttachment[]) {
  checkBase64(given)
  const attachments = given.map(({ filename, media_type, content_base64 }) => ({
    filename,
    contentType: media_type,
    content: Buffer.from(content_base64, 'base64')
  }))
  const size = attachments.reduce((sum, { content }) => sum + content.length, 0)
  if (size <= LARGEST_ATTACHMENTS) return attachments
  throw refusal('file_too_large', `The attachments have ${size} bytes together: at most ${LARGEST_ATTACHMENTS} are taken.`, {
    limit_bytes: LARGEST_ATTACHMENTS,
    suggestions: ['Put the file where the recipients can fetch it, and send its address.']
  })
}

/** Of characters that make no whole byte the last would be lost. */
function checkBase64(given: readonly GivenAttachment[]): void {
  const cut = given.findIndex(({ content_base64 }) => content_base64.replace(/=+$/, '').length % 4 === 1)
  if (cut === -1) return
  const path = `attachments[${cut}].content_base64`
  throw refusal('invalid_field_value', `${path} ends within a byte.`, {
    issues: [{ path, message: 'ends within a byte', expected: 'base64 in groups of four characters' }]
  })
}
