import type { ListInput } from '../../../contract/operation.ts'
import type { Total } from '../../../contract/schema.ts'
import { decodeCursor, encodeCursor } from '../../../lib/cursor.ts'
import { invalidField } from './errors.ts'

type Part = string | number

/** Returns the parts of a cursor, which must have these types; undefined without a cursor. Throws invalid_field_value for a cursor of another operation. */
export function readCursor(cursor: string | undefined, ...types: ('string' | 'number')[]): Part[] | undefined {
  if (cursor === undefined) return undefined
  const parts = decodeCursor(cursor).filter(isPart)
  const hasTypes = parts.length === types.length && parts.every((part, index) => typeof part === types[index])
  if (hasTypes && encodeCursor(parts) === cursor) return parts
  throw invalidField(
    'cursor',
    'was not created by this operation',
    ['next_cursor of the previous page'],
    'next_cursor of the previous page'
  )
}

const isPart = (part: unknown): part is Part => typeof part === 'string' || typeof part === 'number'

/**
 * Returns one page of a list that Trello returns as a whole, sorted by a key and the ID. A page continues after the last item of the previous page, so
 * changes to the list neither repeat nor skip items.
 */
export function pageOf<Item extends { id: string }>(
  all: readonly Item[],
  { limit, cursor }: ListInput,
  keyOf: (item: Item) => number
): { items: Item[]; next_cursor: string | null; total: Total } {
  const [key, id] = readCursor(cursor, 'number', 'string') ?? []
  const sorted = all.toSorted((a, b) => keyOf(a) - keyOf(b) || (a.id < b.id ? -1 : 1))
  const rest =
    typeof key === 'number' && typeof id === 'string'
      ? sorted.filter(item => keyOf(item) > key || (keyOf(item) === key && item.id > id))
      : sorted
  const items = rest.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    next_cursor: rest.length > limit && last ? encodeCursor([keyOf(last), last.id]) : null,
    total: { value: all.length, relation: 'eq' }
  }
}
