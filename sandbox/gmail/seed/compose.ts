/** A message of the seed data, before it is encoded. */
export interface SeedMessage {
  from: string
  to?: string
  cc?: string
  subject: string
  /** Text, or a MIME part with headers. */
  body: string | MimePart
  /** Message-ID without brackets; by default derived from the number. */
  messageId?: string
  /** Message-ID of the message that it replies to. */
  inReplyTo?: string
  headers?: readonly string[]
}

export interface MimePart {
  type: string
  headers?: readonly string[]
  /** The encoded content. */
  content: string
}

export const ACCOUNT = 'Ada Example <ada@example.com>'

/** Encodes a message (RFC 5322). */
export function encodeMessage(
  { from, to = ACCOUNT, cc, subject, body, messageId, inReplyTo, headers = [] }: SeedMessage,
  date: Date,
  number: number
): Buffer {
  const part: MimePart = typeof body === 'string' ? textPart(body) : body
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    ...(cc === undefined ? [] : [`Cc: ${cc}`]),
    `Subject: ${subject}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${messageId ?? `letter-${number}@example.com`}>`,
    ...(inReplyTo === undefined ? [] : [`In-Reply-To: <${inReplyTo}>`, `References: <${inReplyTo}>`]),
    'MIME-Version: 1.0',
    ...headers,
    ...headersOf(part)
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${part.content}`)
}

const headersOf = ({ type, headers = [] }: MimePart): string[] => [`Content-Type: ${type}`, ...headers]

export const textPart = (text: string): MimePart => ({
  type: 'text/plain; charset=utf-8',
  headers: ['Content-Transfer-Encoding: base64'],
  content: base64(Buffer.from(text))
})

export const htmlPart = (html: string): MimePart => ({
  type: 'text/html; charset=utf-8',
  headers: ['Content-Transfer-Encoding: base64'],
  content: base64(Buffer.from(html))
})

/** A text in the given charset. The content is base64. */
export const legacyTextPart = (charset: string, content: string): MimePart => ({
  type: `text/plain; charset=${charset}`,
  headers: ['Content-Transfer-Encoding: base64'],
  content
})

/** `disposition` is the value of Content-Disposition, with the encoded file name. */
export const filePart = (type: string, disposition: string, content: Buffer, headers: readonly string[] = []): MimePart => ({
  type,
  headers: [`Content-Disposition: ${disposition}`, 'Content-Transfer-Encoding: base64', ...headers],
  content: base64(content)
})

export function multipart(kind: 'mixed' | 'alternative' | 'related', parts: readonly MimePart[]): MimePart {
  const boundary = `=-${kind}-boundary`
  const encoded = parts.map(part => `--${boundary}\r\n${headersOf(part).join('\r\n')}\r\n\r\n${part.content}\r\n`)
  return { type: `multipart/${kind}; boundary="${boundary}"`, content: `${encoded.join('')}--${boundary}--\r\n` }
}

const base64 = (bytes: Buffer): string => (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n')
