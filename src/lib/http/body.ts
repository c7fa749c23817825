import { OperationError } from '../../contract/errors.ts'

/** As got hands it out. */
export type Body = Uint8Array

/** One for all: to make one costs more than to read a short answer. */
const UTF8 = new TextDecoder()

/** What was answered, as text. */
export function textOf(body: unknown): string {
  return body instanceof Uint8Array ? UTF8.decode(body) : typeof body === 'string' ? body : ''
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
