import { decodeWords } from 'postal-mime'
import { shortText } from '../../../../lib/html/short-text.ts'
import type { ApiPart } from '../api.ts'

/** Text in an ISO-2022 charset consists of ASCII bytes, so it is valid UTF-8 too. Only its escape sequences show that it is encoded. */
const ISO_2022 = /^iso-2022/i
const ESCAPE = 0x1b

/** Returns the text of a part. Gmail returns text as UTF-8 whatever charset the part's header names, so the header counts only if the bytes are not UTF-8. */
export function textOf(part: ApiPart, bytes: Buffer): string {
  const charset = charsetOf(part)
  if (ISO_2022.test(charset) && bytes.includes(ESCAPE)) return decoded(bytes, charset)
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
    return new TextDecoder('windows-1252').decode(bytes) // unknown charset
  }
}

function charsetOf(part: ApiPart): string {
  const [, charset = 'utf-8'] = /charset="?([^";\s]+)/i.exec(headerOf(part, 'content-type')) ?? []
  return charset
}

/** Returns the value of a header with its encoded words decoded, or an empty string. */
export const headerOf = (part: ApiPart | undefined, name: string): string => decodeWords(rawHeaderOf(part, name))

/** Returns the value of a header as it was sent. Addresses must be split before their names are decoded, since a decoded name may contain a comma. */
export const rawHeaderOf = (part: ApiPart | undefined, name: string): string =>
  part?.headers?.find(header => header.name.toLowerCase() === name)?.value ?? ''

/** Returns Gmail's own snippet with HTML entities decoded. It may contain text that is hidden from readers. */
export const snippetOf = (snippet: string | undefined): string => shortText(snippet ?? '')

const MAX_SNIPPET = 200
/** Links converted from HTML are followed by their URL, which can be longer than the snippet. */
const LINK_URL = /\[[a-z]+:[^[\]\s]*\]/gi

/** Returns the beginning of a text in one line: a snippet without text that is hidden from readers. */
export function beginningOf(text: string): string {
  const line = text
    .slice(0, MAX_SNIPPET * 20)
    .replace(LINK_URL, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.slice(0, MAX_SNIPPET).toWellFormed().trim()
}
