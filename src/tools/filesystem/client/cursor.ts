import type { OperationError } from '../../../contract/errors.ts'
import { decodeCursor, encodeCursor } from '../../../lib/cursor.ts'
import { failure } from './errors.ts'

/** Returns a cursor for the page that starts after an entry, given by its name or path. */
export const cursorAfter = (name: string): string => encodeCursor([name])

/** Returns the name or path of the entry that a page starts after. */
export function readCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const [name] = decodeCursor(cursor)
  if (typeof name === 'string' && name !== '' && !name.includes('\0')) return name
  throw invalidCursor()
}

export function invalidCursor(): OperationError {
  const issue = { path: 'cursor', message: 'was not returned by this operation', expected: 'next_cursor of the previous page, or nothing' }
  return failure('invalid_field_value', '`cursor` was not returned by this operation.', { issues: [issue] })
}
