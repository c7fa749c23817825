import { createHash } from 'node:crypto'
import { OperationError } from '../../contract/errors.ts'
import type { Total } from '../../contract/schema.ts'

/** Where a list goes on: Google's token, how many were listed before, and what was asked. */
export interface Place {
  token?: string
  seen: number
}

/** The cursor of the next page. It holds for the same question only. */
export function cursorOf(token: string, seen: number, question: unknown): string {
  return Buffer.from(JSON.stringify([token, seen, digest(question)])).toString('base64url')
}

export function placeOf(cursor: string | undefined, question: unknown): Place {
  if (cursor === undefined) return { seen: 0 }
  const [token, seen, mark] = partsOf(cursor)
  if (typeof token !== 'string' || typeof seen !== 'number')
    throw refused('is no cursor of this operation', 'next_cursor of the page before')
  if (mark !== digest(question)) throw refused('belongs to another list', 'the input that made it, unchanged but for limit')
  return { token, seen }
}

/** Counted where the end was reached, else at least so many. An estimate of Google is none: Gmail says 201 of whatever is more. */
export const totalOf = (seen: number, isLast: boolean): Total => ({ value: seen, relation: isLast ? 'eq' : 'gte' })

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

const digest = (question: unknown): string => createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 10)

const refused = (message: string, expected: string): OperationError =>
  new OperationError('invalid_field_value', `The cursor ${message}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path: 'cursor', message, expected }]
  })
