import { type Static, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { decodeCursor, encodeCursor } from '../../../lib/cursor.ts'
import { invalidValue } from '../graph/errors.ts'

/** Returns an opaque cursor for a position. */
export const createCursor = (position: unknown): string => encodeCursor([position])

/** Returns the position in a cursor. */
export function readCursor<S extends TSchema>(schema: S, cursor: string | undefined, path = 'cursor'): Static<S> | undefined {
  if (cursor === undefined) return undefined
  const [position] = decodeCursor(cursor)
  if (Check(schema, position) && createCursor(position) === cursor) return position
  throw invalidValue(path, 'was not returned by this operation', 'the cursor of the previous page, or nothing')
}

/** The last row of a page. */
export const RowPosition = Type.Object(
  { key: Type.String({ pattern: '^[^\\u0000]*$' }), id: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) },
  { additionalProperties: false }
)
/** Number of items before the page. */
export const Offset = Type.Integer({ minimum: 1, maximum: 10_000 })
