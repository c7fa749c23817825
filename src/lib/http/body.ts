import { OperationError } from '../../contract/errors.ts'

/** One for all: to make one costs more than to read a short answer. */
const UTF8 = new TextDecoder()

const CHARSET = /charset\s*=\s*["']?([^\s"';]+)/i

/** What was answered, as text: of the characters that its type tells, else of UTF-8. */
export function textOf(body: unknown, type: string | undefined): string {
  return body instanceof Uint8Array ? decoderFor(type).decode(body) : ''
}

/** The decoder used last: mostly one answer comes in the type of the one before. */
let last = { type: undefined as string | undefined, decoder: UTF8 }

function decoderFor(type: string | undefined): TextDecoder {
  if (type !== last.type) last = { type, decoder: decoderOf(type) }
  return last.decoder
}

function decoderOf(type: string | undefined): TextDecoder {
  const [, charset = 'utf-8'] = type?.match(CHARSET) ?? []
  if (/^utf-?8$/i.test(charset)) return UTF8
  try {
    return new TextDecoder(charset)
  } catch {
    return UTF8 // no such characters are known
  }
}

/** Only a success is read; so a write whose answer is unreadable was done all the same. */
export function parsed(text: string, type: string | undefined, isRead: boolean): unknown {
  if (text === '') return null
  if (!type?.includes('json')) return text
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new OperationError(
      'server_error',
      'The system answered JSON that cannot be read.',
      { source: 'upstream', outcome: isRead ? 'not_executed' : 'executed' },
      { cause }
    )
  }
}
