import { OperationError } from '../../contract/errors.ts'
import type { Total } from '../../contract/schema.ts'
import { decodeCursor, encodeCursor, queryDigest } from '../cursor.ts'

/** Position of the next page of a list. */
export interface PagePosition {
  /** Google's page token; absent for the first page. */
  token?: string
  /** Number of items on the pages before. */
  seen: number
}

/** Returns the cursor of the next page. It is valid only for the same query. */
export function encodePageCursor(token: string, seen: number, query: unknown): string {
  return encodeCursor([token, seen, queryDigest(query)])
}

/** Returns the position that a cursor holds, or the first page if there is none. Throws invalid_field_value if it belongs to another query. */
export function decodePageCursor(cursor: string | undefined, query: unknown): PagePosition {
  if (cursor === undefined) return { seen: 0 }
  const [token, seen, digest] = decodeCursor(cursor)
  if (typeof token !== 'string' || typeof seen !== 'number')
    throw invalidCursor('is not a cursor of this operation', 'next_cursor of the previous page')
  if (digest !== queryDigest(query)) throw invalidCursor('belongs to another list', 'the same input as for the previous page, except limit')
  return { token, seen }
}

/** Returns the total that can be counted: exact on the last page, otherwise a lower bound. Google's own estimate is useless: Gmail never estimates more than 201. */
export const countedTotal = (seen: number, isLast: boolean): Total => ({ value: seen, relation: isLast ? 'eq' : 'gte' })

const invalidCursor = (message: string, expected: string): OperationError =>
  new OperationError('invalid_field_value', `The cursor ${message}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path: 'cursor', message, expected }]
  })
