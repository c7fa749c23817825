import { randomUUID } from 'node:crypto'
import { addressParser } from 'postal-mime'
import { type ErrorDetails, OperationError, type Reason } from '../../../../contract/errors.ts'
import { checkBase64 } from '../../../../contract/upload.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { MAX_ATTACHMENT_BYTES } from '../../outgoing-message.ts'
import { type ApiMessage, readMessage } from '../api.ts'
import type { GmailCall } from '../call.ts'
import { type Gmail, getProfile } from '../connection.ts'
import { headerOf, rawHeaderOf } from '../messages/headers.ts'
import { forwardedMessage, withForwarded } from './forward.ts'
import type { EncodedAttachment, GivenAttachment, OutgoingMessage } from './message.ts'

/** A composed message, as it is sent to Gmail. */
export interface ComposedMessage {
  raw: Buffer
  threadId?: string
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
}

const ORIGINAL_HEADERS = ['Message-ID', 'References', 'Subject', 'From', 'Reply-To', 'To', 'Cc']

export const refusal = (reason: Reason, message: string, details: ErrorDetails): OperationError =>
  new OperationError(reason, message, { source: 'gateway', outcome: 'not_executed', ...details })

/**
 * Composes the message (RFC 5322). A reply or forwarded message joins the conversation. Unless the message sets them, the subject of a reply is that of
 * the original message, and its recipients are the sender of the original message, or the recipients if the account sent it.
 */
export async function compose(client: Gmail, message: OutgoingMessage, call: GmailCall): Promise<ComposedMessage> {
  const original = await originalOf(client, message.reply_to_message_id, call)
  const reply = original && replyHeadersOf(original)
  const to = message.to.length === 0 && reply ? reply.recipients : message.to
  const others =
    reply && message.reply_all === true ? await othersOf(client, reply, [...to, ...message.cc, ...message.bcc], message.from, call) : []
  const forwarded = await forwardedMessage(client, message.forward_message_id, call)
  const content = forwarded ? withForwarded(message, forwarded) : message
  const subject = message.subject ?? (reply ? replySubject(reply.subject) : forwarded ? forwardSubject(forwarded.subject) : '')
  const threading = reply ?? forwarded
  const threadId = original?.threadId ?? forwarded?.threadId
  const composed = { to, cc: [...message.cc, ...others], bcc: message.bcc, subject }
  const raw = await encode({
    ...composed,
    from: message.from,
    reply_to: message.reply_to,
    text: content.text,
    html: content.html,
    threading: threading && { messageId: threading.messageId, references: threading.references },
    attachments: limited([...decodeAttachments(message.attachments), ...(forwarded?.attachments ?? [])])
  })
  return { raw, ...composed, ...(threadId !== undefined && { threadId }) }
}

interface MessageParts {
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
  from: string | undefined
  reply_to: string | undefined
  text: string | undefined
  html: string | undefined
  /** The message that this one refers to. */
  threading: { messageId: string; references: string } | undefined
  attachments: EncodedAttachment[]
  /** Message-ID with its brackets. Default: a new one. */
  message_id?: string
}

/** Encodes a message (RFC 5322). Throws invalid_field_value if an entry is not one address. */
export async function encode(parts: MessageParts): Promise<Buffer> {
  const { to, cc, bcc, subject, from, reply_to, text, html, threading, attachments } = parts
  for (const [path, addresses] of Object.entries({ to, cc, bcc, from: [from ?? []].flat(), reply_to: [reply_to ?? []].flat() }))
    checkAddresses(path, addresses)
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer') // large and rarely used
  const composer = new MailComposer({
    ...(from !== undefined && { from }),
    ...(reply_to !== undefined && { replyTo: reply_to }),
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
    ...(threading && { inReplyTo: threading.messageId, references: threading.references }),
    // The default would reveal the name of this host.
    messageId: parts.message_id ?? `<${randomUUID()}@${from === undefined ? DOMAIN : domainOf(from)}>`,
    to,
    cc,
    bcc,
    subject,
    attachments,
    disableFileAccess: true,
    disableUrlAccess: true
  }).compile()
  composer.keepBcc = true // Gmail reads the recipients from this header and removes it
  return await composer.build()
}

const DOMAIN = 'mail.gmail.com'

const domainOf = (from: string): string => addressParser(from)[0]?.address?.split('@')[1] ?? DOMAIN

async function originalOf(client: Gmail, id: string | undefined, call: GmailCall): Promise<ApiMessage | undefined> {
  if (id === undefined) return undefined
  return readMessage(
    await client.send({ path: `messages/${segment(id)}`, query: { format: 'metadata', metadataHeaders: ORIGINAL_HEADERS } }, call)
  )
}

function replyHeadersOf({ payload, labelIds = [] }: ApiMessage) {
  const messageId = headerOf(payload, 'message-id')
  return {
    messageId,
    references: `${headerOf(payload, 'references')} ${messageId}`.trim(),
    subject: headerOf(payload, 'subject'),
    /** Everyone else who received it. */
    others: [...optionalAddressesIn(rawHeaderOf(payload, 'to')), ...optionalAddressesIn(rawHeaderOf(payload, 'cc'))],
    // A reply to a message that the account sent goes to the recipients of that message.
    recipients: addressesIn(
      labelIds.includes('SENT') ? rawHeaderOf(payload, 'to') : rawHeaderOf(payload, 'reply-to') || rawHeaderOf(payload, 'from')
    )
  }
}

const optionalAddressesIn = (header: string): string[] => (header === '' ? [] : addressesIn(header))

const addressOf = (entry: string): string => addressParser(entry)[0]?.address?.toLowerCase() ?? ''

/** Returns the other recipients of the original message for a reply to all: without the account itself and those who get the reply anyway. */
async function othersOf(
  client: Gmail,
  { others }: ReturnType<typeof replyHeadersOf>,
  included: readonly string[],
  from: string | undefined,
  call: GmailCall
): Promise<string[]> {
  const { email } = await getProfile(client, call)
  const seen = new Set([email.toLowerCase(), ...[from ?? []].flat().map(addressOf), ...included.map(addressOf)])
  return others.filter(entry => {
    const address = addressOf(entry)
    if (address === '' || seen.has(address)) return false
    seen.add(address)
    return true
  })
}

/**
 * Splits a header into addresses. A name that was decoded before may contain a comma without quotes: the part before the comma then has no address and
 * belongs to the next one. A header without any address is returned as a single entry, which the address check refuses.
 */
function addressesIn(header: string): string[] {
  const found: string[] = []
  let nameParts: string[] = []
  for (const { name, address = '' } of addressParser(header, { flatten: true })) {
    if (name !== '') nameParts.push(name)
    if (address === '') continue
    found.push(nameParts.length > 0 ? `${displayName(nameParts.join(', '))} <${address}>` : address)
    nameParts = []
  }
  return found.length === 0 ? [header] : found
}

/** Returns a display name, in quotes unless it consists of plain words. */
const displayName = (name: string): string => (/^[\p{L}\p{N}_' -]+$/u.test(name) ? name : `"${name.replace(/["\\\s]+/g, ' ').trim()}"`)

const forwardSubject = (subject: string): string => (/^(fwd?|wg):/i.test(subject) ? subject : `Fwd: ${subject}`)

const replySubject = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`)

/** Checks that each entry is exactly one address. Otherwise the message would go to people other than those the confirmation showed. */
function checkAddresses(path: string, addresses: readonly string[]): void {
  const issues = addresses.flatMap((entry, index) => {
    const parsed = addressParser(entry)
    const [only] = parsed
    const isValid = parsed.length === 1 && /^[^\s@<>]+@[^\s@<>]+$/.test(only?.address ?? '') && holdsOneAddress(entry)
    const at = path === 'from' || path === 'reply_to' ? path : `${path}[${index}]`
    return isValid
      ? []
      : [{ path: at, message: `${entry.slice(0, 80)} is not a single address`, expected: 'ann@example.com or Ann <ann@example.com>' }]
  })
  if (issues.length > 0) throw refusal('invalid_field_value', issues.map(({ message }) => `${message}.`).join(' '), { issues })
}

const QUOTED = /"(?:\\.|[^"\\])*(?:"|\\?$)/gs

/** Parsers read `ann@example.com bob@example.com` as one address with a name, so the message would go to only one of the two. */
const holdsOneAddress = (entry: string): boolean => {
  const unquoted = entry.replace(QUOTED, '')
  return unquoted.split('@').length === 2 && unquoted.split('<').length <= 2
}

export function decodeAttachments(attachments: readonly GivenAttachment[]): EncodedAttachment[] {
  for (const [at, { content_base64 }] of attachments.entries()) checkBase64(`attachments[${at}].content_base64`, content_base64)
  return attachments.map(({ filename, media_type, content_base64 }) => ({
    filename,
    contentType: media_type,
    content: Buffer.from(content_base64, 'base64')
  }))
}

/** Returns the attachments. Throws file_too_large if they are too large in total. */
export function limited(attachments: EncodedAttachment[]): EncodedAttachment[] {
  const size = attachments.reduce((sum, { content }) => sum + content.length, 0)
  if (size <= MAX_ATTACHMENT_BYTES) return attachments
  throw refusal('file_too_large', `The attachments have ${size} bytes in total; at most ${MAX_ATTACHMENT_BYTES} are allowed.`, {
    limit_bytes: MAX_ATTACHMENT_BYTES,
    suggestions: ['Upload the file to a place that the recipients can reach, and send its URL.']
  })
}
