import type { ListInput } from '../../../contract/operation.ts'
import { afterCursor, badCursor, cursorFor } from './cursor.ts'
import type { Volume } from './volume.ts'

/** The directories that may be used, the one that relative paths are read from first. */
export function listRoots({ roots }: Volume, { limit, cursor }: ListInput) {
  const start = Number(afterCursor(cursor) ?? 0)
  if (!Number.isInteger(start)) throw badCursor()
  const items = roots.slice(start, start + limit).map(({ path }, index) => ({ path, relative_paths: start + index === 0 }))
  const end = start + items.length
  return {
    items,
    next_cursor: end < roots.length ? cursorFor(String(end)) : null,
    total: { value: roots.length, relation: 'eq' as const }
  }
}
