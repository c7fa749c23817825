import { createHash } from 'node:crypto'

/** Returns an opaque cursor that holds `parts`. */
export const encodeCursor = (parts: readonly unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url')

/** Returns the parts of a cursor, or an empty list if this gateway did not create it. */
export function decodeCursor(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

/** Returns a short digest of a query. A cursor that holds it is refused for any other query. */
export const queryDigest = (query: unknown): string => createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 10)
