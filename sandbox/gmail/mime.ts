import { addressParser, decodeWords } from 'postal-mime'

/** A part of a message, as Gmail splits it. */
export interface Part {
  partId: string
  mimeType: string
  filename: string
  headers: { name: string; value: string }[]
  /** The decoded content. Text is UTF-8 whatever its charset was, as in Gmail's responses. */
  content: Buffer
  parts: Part[]
}

/** Parses a message (RFC 5322, RFC 2045 to 2047) into a tree of parts. */
export function parseMime(raw: Buffer, partId = ''): Part {
  const { head, body } = split(raw.toString('latin1'))
  const headers = headersIn(head)
  const type = headerIn(headers, 'content-type') || 'text/plain'
  const mimeType = type.split(';')[0]?.trim().toLowerCase() ?? 'text/plain'
  const filename = parameter(headerIn(headers, 'content-disposition'), 'filename') || parameter(type, 'name')
  const boundary = mimeType.startsWith('multipart/') ? parameter(type, 'boundary') : ''
  const below = boundary === '' ? [] : pieces(body, boundary)
  const parts = below.map((piece, index) => parseMime(Buffer.from(piece, 'latin1'), partId === '' ? String(index) : `${partId}.${index}`))
  const content = parts.length > 0 ? Buffer.alloc(0) : contentOf(body, headers, mimeType, type)
  return { partId, mimeType, filename, headers: headers.map(decoded), content, parts }
}

const ADDRESSED = /^(from|sender|reply-to|to|cc|bcc)$/i

/** Decodes encoded words. A decoded display name is quoted, so that a comma in it does not split the address. */
function decoded({ name, value }: { name: string; value: string }): { name: string; value: string } {
  if (!ADDRESSED.test(name) || !value.includes('=?')) return { name, value: decodeWords(value) }
  const people = addressParser(value, { flatten: true }).map(one => (one.name ? `${quoted(one.name)} <${one.address}>` : `${one.address}`))
  return { name, value: people.join(', ') }
}

const quoted = (name: string): string => (/[,;:<>@()"]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name)

export const headerIn = (headers: readonly { name: string; value: string }[], name: string): string =>
  headers.find(header => header.name.toLowerCase() === name)?.value ?? ''

function split(text: string): { head: string; body: string } {
  const [end] = [/\r?\n\r?\n/.exec(text)]
  return end ? { head: text.slice(0, end.index), body: text.slice(end.index + end[0].length) } : { head: text, body: '' }
}

/** Returns the unfolded headers. Raw bytes beyond ASCII are UTF-8 (RFC 6532). */
function headersIn(head: string): { name: string; value: string }[] {
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return lines.flatMap(line => {
    const [, name, value] = /^([^\s:]+):\s*(.*)$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [{ name, value: Buffer.from(value, 'latin1').toString('utf8') }]
  })
}

/** Returns a parameter of a structured header, including the forms of RFC 2231. */
function parameter(header: string, name: string): string {
  const pieces = [...header.matchAll(new RegExp(`;\\s*${name}\\*(?:\\d+\\*?)?=\\s*"?([^;"]+)"?`, 'gi'))].map(([, piece = '']) =>
    piece.trim()
  )
  if (pieces.length > 0) return decodeURIComponent(pieces.join('').replace(/^[\w-]*'[\w-]*'/, ''))
  const plain = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(header)
  return decodeWords((plain?.[1] ?? plain?.[2] ?? '').replace(/\\(.)/g, '$1'))
}

function pieces(body: string, boundary: string): string[] {
  const marked = `\r\n${body.replace(/\r?\n/g, '\r\n')}`.split(`\r\n--${boundary}`)
  const end = marked.findIndex((piece, index) => index > 0 && piece.startsWith('--'))
  return marked.slice(1, end === -1 ? undefined : end).map(piece => piece.replace(/^[ \t]*\r\n/, ''))
}

function contentOf(body: string, headers: Part['headers'], mimeType: string, type: string): Buffer {
  const encoding = headerIn(headers, 'content-transfer-encoding').toLowerCase()
  const bytes =
    encoding === 'base64' ? Buffer.from(body, 'base64') : Buffer.from(encoding === 'quoted-printable' ? unquoted(body) : body, 'latin1')
  if (!mimeType.startsWith('text/')) return bytes
  return Buffer.from(new TextDecoder(parameter(type, 'charset') || 'utf-8').decode(bytes))
}

const unquoted = (text: string): string =>
  text.replace(/[ \t]*=\r?\n/g, '').replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
