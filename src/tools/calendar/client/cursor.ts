import { createHash } from 'node:crypto'
import { refused } from './calendar-book.ts'

/** The cursor of the next page: Google's token. It holds for the same question only. */
export const cursorOf = (token: string, question: unknown): string =>
  Buffer.from(JSON.stringify([token, digest(question)])).toString('base64url')

export function tokenIn(cursor: string | undefined, question: unknown): string | undefined {
  if (cursor === undefined) return undefined
  const [token, mark] = partsOf(cursor)
  if (typeof token !== 'string') throw refused('cursor', 'is no cursor of this operation', ['Give next_cursor of the page before.'])
  if (mark !== digest(question))
    throw refused('cursor', 'belongs to another list', ['Give the input that made it, unchanged but for limit.'])
  return token
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

const digest = (question: unknown): string => createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 10)
