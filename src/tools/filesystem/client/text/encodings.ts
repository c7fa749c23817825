import { isUtf8 } from 'node:buffer'
import { failure } from '../errors.ts'
import { encodingOf, notTextError } from '../files/content.ts'
import type { RequestedEncoding, TextEncoding } from './encoding-names.ts'

/** Loaded on first use: most files are UTF-8. */
const loadIconv = async () => (await import('iconv-lite')).default

const BYTES_READ = 8192

/** Returns the encoding of a file that begins with these bytes. Throws if it is not text in it. */
export async function requireEncoding(head: Buffer, requested: RequestedEncoding, requestedPath: string): Promise<TextEncoding> {
  const detected = encodingOf(head)
  if (requested === 'auto' ? detected !== 'binary' : requested === 'utf-8') {
    if (detected === 'binary' || (requested === 'utf-8' && !detected.startsWith('utf-8'))) throw await notTextError(requestedPath, head)
    return detected
  }
  if (requested === 'auto') throw await notTextError(requestedPath, head)
  if (!requested.startsWith('utf-16') && head.includes(0)) throw await notTextError(requestedPath, head)
  return requested
}

/** Converts chunks of a file to UTF-8. Returns undefined for UTF-8 itself. */
export async function createTranscoder(
  encoding: TextEncoding
): Promise<{ write: (bytes: Buffer) => Buffer; end: () => Buffer } | undefined> {
  if (encoding.startsWith('utf-8')) return undefined
  if (encoding.startsWith('utf-16')) {
    // The decoder of iconv-lite splits surrogate pairs at the end of a chunk.
    const decoder = new TextDecoder(encoding)
    return { write: bytes => Buffer.from(decoder.decode(bytes, { stream: true })), end: () => Buffer.from(decoder.decode()) }
  }
  const decoder = (await loadIconv()).getDecoder(encoding)
  return {
    write: bytes => Buffer.from(decoder.write(bytes)),
    end: () => Buffer.from(decoder.end() ?? '')
  }
}

/** Text of a whole file, and how to write it back: a byte order mark stays the first character. */
export interface DecodedText {
  text: string
  encode: (text: string) => Promise<Buffer>
}

/** Decodes a whole file without losing bytes. Throws if encoding the text again would not return the same bytes. */
export async function decodeWhole(bytes: Buffer, requested: RequestedEncoding, requestedPath: string): Promise<DecodedText> {
  const head = bytes.subarray(0, BYTES_READ)
  const encoding = await requireEncoding(head, requested, requestedPath)
  if (encoding.startsWith('utf-8')) {
    if (!isUtf8(bytes)) throw await notTextError(requestedPath, head)
    return { text: bytes.toString(), encode: async text => Buffer.from(text) }
  }
  const iconv = await loadIconv()
  const text = iconv.decode(bytes, encoding, { stripBOM: false })
  if (!iconv.encode(text, encoding).equals(bytes))
    throw failure('not_text', `${requestedPath} contains bytes that are not text in ${encoding}.`, { detected: `not ${encoding}` })
  return { text, encode: changed => encodeText(changed, encoding) }
}

/** Encodes a new text. UTF-16 begins with a byte order mark. Throws if the encoding lacks a character. */
export async function encodeText(text: string, encoding: TextEncoding, { mark = false } = {}): Promise<Buffer> {
  if (encoding.startsWith('utf-8')) return Buffer.from(text)
  const whole = mark && encoding.startsWith('utf-16') && !text.startsWith('\ufeff') ? `\ufeff${text}` : text
  const iconv = await loadIconv()
  const bytes = iconv.encode(whole, encoding)
  const written = iconv.decode(bytes, encoding, { stripBOM: false })
  if (written !== whole) throw notEncodable(firstDifference(whole, written), encoding)
  return bytes
}

/** Returns the first character that is not the same in another text. */
function firstDifference(text: string, other: string): string {
  let at = 0
  while (text.charCodeAt(at) === other.charCodeAt(at)) at++
  return String.fromCodePoint(text.codePointAt(at) ?? 0)
}

function notEncodable(lost: string, encoding: TextEncoding) {
  const code = `U+${(lost.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return failure('invalid_field_value', `${encoding} has no character ${lost} (${code}); nothing was written.`, {
    issues: [{ path: '', message: `contains ${code}, which ${encoding} does not have`, expected: `characters of ${encoding}` }],
    suggestions: ['Leave the character out, or write the whole file in utf-8 with filesystem_write_file.']
  })
}
