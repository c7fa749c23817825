import { OperationError } from '../contract/errors.ts'

/** A place in a list, as callers hand it back. */
export const encodeCursor = (place: (string | number)[]): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/** Reads a cursor; one that this gateway did not make is refused. */
export function decodeCursor<T>(cursor: string, read: (place: unknown) => T | undefined): T {
  const place = read(parse(Buffer.from(cursor, 'base64url').toString()))
  if (place === undefined) {
    const issues = [{ path: 'cursor', message: 'is not a cursor of this list', expected: 'next_cursor of the page before' }]
    throw new OperationError('invalid_field_value', 'The cursor is not one of this list.', {
      source: 'gateway',
      outcome: 'not_executed',
      issues
    })
  }
  return place
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
