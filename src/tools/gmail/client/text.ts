import { convert } from 'html-to-text'
import { decodeWords } from 'postal-mime'
import type { ApiPart } from './api.ts'

/** ISO-2022 texts are ASCII to the eye, hence valid UTF-8: their escapes betray them. */
const ESCAPED = /^iso-2022/i
const ESCAPE = 0x1b

/**
 * The text of a part. Gmail hands text out as UTF-8 whatever the part's header says of its charset, so the header counts only where the
 * bytes are no UTF-8.
 */
export function textOf(part: ApiPart, bytes: Buffer): string {
  const charset = charsetOf(part)
  if (ESCAPED.test(charset) && bytes.includes(ESCAPE)) return decoded(bytes, charset)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decoded(bytes, charset)
  }
}

function decoded(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes) // a charset that nobody knows
  }
}

function charsetOf(part: ApiPart): string {
  const [, charset = 'utf-8'] = /charset="?([^";\s]+)/i.exec(headerOf(part, 'content-type')) ?? []
  return charset
}

/** The value of a header, its encoded words decoded; empty where there is none. */
export const headerOf = (part: ApiPart | undefined, name: string): string => decodeWords(rawHeaderOf(part, name))

/** As it was written: addresses are parted before their names are decoded, since a name may hold a comma. */
export const rawHeaderOf = (part: ApiPart | undefined, name: string): string =>
  part?.headers?.find(header => header.name.toLowerCase() === name)?.value ?? ''

/** HTML as text: links keep their address, lists their dots, pictures go. */
export const plainText = (html: string): string =>
  convert(html, { wordwrap: false, selectors: [{ selector: 'img', format: 'skip' }, ...HEADINGS] }).trim()

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, options: { uppercase: false } }))

/** A snippet as Gmail makes it stands in entities. */
export const snippetOf = (snippet: string | undefined): string => convert(snippet ?? '', { wordwrap: false })
