import { createHash } from 'node:crypto'

/** A cursor, opaque to whoever gets it. */
export const cursorOfParts = (parts: readonly unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url')

/** What a cursor was made of; nothing where it was made otherwise. */
export function partsOfCursor(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

/** Tells the cursors of one question from those of another. */
export const digest = (question: unknown): string => createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 10)
