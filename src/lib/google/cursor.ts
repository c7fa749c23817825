import { OperationError } from '../../contract/errors.ts'
import type { Total } from '../../contract/schema.ts'
import { cursorOfParts, digest, partsOfCursor } from '../cursor.ts'

/** Where a list goes on: Google's token, how many were listed before, and what was asked. */
export interface Place {
  token?: string
  seen: number
}

/** The cursor of the next page. It holds for the same question only. */
export function cursorOf(token: string, seen: number, question: unknown): string {
  return cursorOfParts([token, seen, digest(question)])
}

export function placeOf(cursor: string | undefined, question: unknown): Place {
  if (cursor === undefined) return { seen: 0 }
  const [token, seen, mark] = partsOfCursor(cursor)
  if (typeof token !== 'string' || typeof seen !== 'number')
    throw refused('is no cursor of this operation', 'next_cursor of the page before')
  if (mark !== digest(question)) throw refused('belongs to another list', 'the input that made it, unchanged but for limit')
  return { token, seen }
}

/** Counted where the end was reached, else at least so many. An estimate of Google is none: Gmail says 201 of whatever is more. */
export const totalOf = (seen: number, isLast: boolean): Total => ({ value: seen, relation: isLast ? 'eq' : 'gte' })

const refused = (message: string, expected: string): OperationError =>
  new OperationError('invalid_field_value', `The cursor ${message}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path: 'cursor', message, expected }]
  })
