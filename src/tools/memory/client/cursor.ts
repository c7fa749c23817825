import { type Static, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { wrong } from '../graph/failures.ts'

/** Where a list goes on, as an opaque word. */
export const cursorFor = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/** What a cursor says, if it is one of this kind. */
export function placeIn<S extends TSchema>(schema: S, cursor: string | undefined, path = 'cursor'): Static<S> | undefined {
  if (cursor === undefined) return undefined
  const place = parsed(cursor)
  if (Check(schema, place) && cursorFor(place) === cursor) return place
  throw wrong(path, 'was not made by this operation', 'that of the page before, or none')
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** Behind the last row of a page. */
export const RowPlace = Type.Object(
  { key: Type.String({ pattern: '^[^\\u0000]*$' }), id: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) },
  { additionalProperties: false }
)
/** After so many. */
export const Offset = Type.Integer({ minimum: 1, maximum: 10_000 })
