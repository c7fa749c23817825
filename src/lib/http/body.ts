import { OperationError, type Outcome } from '../../contract/errors.ts'

/** Shared: creating a decoder costs more than decoding a short response. */
const UTF8 = new TextDecoder()

const CHARSET = /charset\s*=\s*["']?([^\s"';]+)/i

/** Returns the body as text, decoded with the charset of its content type; UTF-8 if it names none or an unknown one. */
export function textOf(body: unknown, type: string | undefined): string {
  return body instanceof Uint8Array ? decoderFor(type).decode(body) : ''
}

/** The decoder used last: most responses have the content type of the previous one. */
let last = { type: undefined as string | undefined, decoder: UTF8 }

function decoderFor(type: string | undefined): TextDecoder {
  if (type !== last.type) last = { type, decoder: createDecoder(type) }
  return last.decoder
}

function createDecoder(type: string | undefined): TextDecoder {
  const [, charset = 'utf-8'] = type?.match(CHARSET) ?? []
  if (/^utf-?8$/i.test(charset)) return UTF8
  try {
    return new TextDecoder(charset)
  } catch {
    return UTF8 // unknown charset
  }
}

/** Returns the parsed body of a successful response: text if it is not JSON, null if it is empty. Throws server_error with `outcome` on invalid JSON. */
export function parseBody(text: string, type: string | undefined, title: string, outcome: Outcome): unknown {
  if (text === '') return null
  if (!type?.includes('json')) return text
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new OperationError('server_error', `${title} returned invalid JSON.`, { source: 'upstream', outcome }, { cause })
  }
}
