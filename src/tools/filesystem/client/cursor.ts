import type { OperationError } from '../../../contract/errors.ts'
import { failure } from './failures.ts'

/** Where a list goes on, as an opaque word. */
export const cursorFor = (after: string): string => Buffer.from(after).toString('base64url')

export function afterCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const after = Buffer.from(cursor, 'base64url').toString()
  if (after !== '' && !after.includes('\0') && cursorFor(after) === cursor) return after
  throw badCursor()
}

export function badCursor(): OperationError {
  const issue = { path: 'cursor', message: 'was not made by this operation', expected: 'next_cursor of the page before, or none' }
  return failure('invalid_field_value', 'cursor was not made by this operation.', { issues: [issue] })
}
