/** A message of the seed, before it is written out. */
export interface Letter {
  from: string
  to?: string
  cc?: string
  subject: string
  /** Text, or a part of its own with headers. */
  body: string | Piece
  /** Message-ID without its brackets; by default made of the number. */
  messageId?: string
  /** Message-ID of the letter that it answers. */
  answers?: string
  headers?: readonly string[]
}

export interface Piece {
  type: string
  headers?: readonly string[]
  /** As it stands in the message. */
  content: string
}

export const ACCOUNT = 'Ada Example <ada@example.com>'

/** Writes a letter out as RFC 5322 asks. */
export function written(
  { from, to = ACCOUNT, cc, subject, body, messageId, answers, headers = [] }: Letter,
  date: Date,
  number: number
): Buffer {
  const piece: Piece = typeof body === 'string' ? textPiece(body) : body
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    ...(cc === undefined ? [] : [`Cc: ${cc}`]),
    `Subject: ${subject}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${messageId ?? `letter-${number}@example.com`}>`,
    ...(answers === undefined ? [] : [`In-Reply-To: <${answers}>`, `References: <${answers}>`]),
    'MIME-Version: 1.0',
    ...headers,
    ...headOf(piece)
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${piece.content}`)
}

const headOf = ({ type, headers = [] }: Piece): string[] => [`Content-Type: ${type}`, ...headers]

export const textPiece = (text: string): Piece => ({
  type: 'text/plain; charset=utf-8',
  headers: ['Content-Transfer-Encoding: base64'],
  content: base64(Buffer.from(text))
})

export const htmlPiece = (html: string): Piece => ({
  type: 'text/html; charset=utf-8',
  headers: ['Content-Transfer-Encoding: base64'],
  content: base64(Buffer.from(html))
})

/** Text in a charset of its own, given in base64. */
export const legacyPiece = (charset: string, content: string): Piece => ({
  type: `text/plain; charset=${charset}`,
  headers: ['Content-Transfer-Encoding: base64'],
  content
})

/** `disposition` holds the file name as the header writes it. */
export const filePiece = (type: string, disposition: string, content: Buffer, headers: readonly string[] = []): Piece => ({
  type,
  headers: [`Content-Disposition: ${disposition}`, 'Content-Transfer-Encoding: base64', ...headers],
  content: base64(content)
})

export function multipart(kind: 'mixed' | 'alternative' | 'related', pieces: readonly Piece[]): Piece {
  const boundary = `=-${kind}-boundary`
  const parts = pieces.map(piece => `--${boundary}\r\n${headOf(piece).join('\r\n')}\r\n\r\n${piece.content}\r\n`)
  return { type: `multipart/${kind}; boundary="${boundary}"`, content: `${parts.join('')}--${boundary}--\r\n` }
}

const base64 = (bytes: Buffer): string => (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n')
