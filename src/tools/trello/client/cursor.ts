import type { ListInput } from '../../../contract/operation.ts'
import type { Total } from '../../../contract/schema.ts'
import { misnamed } from './failures.ts'

type Place = (string | number)[]

/** Where a list goes on, as an opaque word. */
export const cursorFor = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/** What a cursor says, if it is one of this kind: its parts are of these types. */
export function placeIn(cursor: string | undefined, ...types: ('string' | 'number')[]): Place | undefined {
  if (cursor === undefined) return undefined
  const place = parsed(cursor)
  const fits = Array.isArray(place) && place.length === types.length && place.every((part, index) => typeof part === types[index])
  if (fits && cursorFor(place) === cursor) return place
  throw misnamed('cursor', 'was not made by this operation', ['next_cursor of the page before'])
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

/**
 * One page of what Trello answers whole, in the order of a key and the id: a page goes on behind the last item of the page before, whatever
 * came or went before it.
 */
export function pageOf<Item extends { id: string }>(
  all: readonly Item[],
  { limit, cursor }: ListInput,
  keyOf: (item: Item) => number
): { items: Item[]; next_cursor: string | null; total: Total } {
  const [key, id] = placeIn(cursor, 'number', 'string') ?? []
  const sorted = all.toSorted((a, b) => keyOf(a) - keyOf(b) || (a.id < b.id ? -1 : 1))
  const rest =
    typeof key === 'number' && typeof id === 'string'
      ? sorted.filter(item => keyOf(item) > key || (keyOf(item) === key && item.id > id))
      : sorted
  const items = rest.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    next_cursor: rest.length > limit && last ? cursorFor([keyOf(last), last.id]) : null,
    total: { value: all.length, relation: 'eq' }
  }
}
