import { lstat } from 'node:fs/promises'
import path from 'node:path'
import type { ListInput } from '../../../../contract/operation.ts'
import { cursorAfter, invalidCursor, readCursor } from '../cursor.ts'
import { undefinedIfMissing, withPathErrors } from '../errors.ts'
import { type Kind, kindOf, type OpenDirectory, openDirectory, resolveDirectory } from '../paths.ts'
import { displayPath, type FileCall, type Volume } from '../volume.ts'
import { type Entry, readEntries } from './entries.ts'

export interface ListItem {
  name: string
  path: string
  type: Kind
  size: number | null
  modified: string
}

/**
 * Lists one page of a directory's entries, sorted by name. A page starts after a name, so entries that are created or deleted between
 * two pages do not shift it.
 */
export async function listDirectory(volume: Volume, request: ListInput & { path: string }, call: FileCall) {
  const after = readCursor(request.cursor)
  return await withPathErrors(request.path, async () => {
    const resolved = await resolveDirectory(volume, request.path)
    await using directory = await openDirectory(volume, resolved.path, request.path)
    const { entries, total, more } = await readEntries(directory, { after, limit: request.limit })
    const items = await Promise.all(entries.map(entry => describe(volume, resolved.path, directory, entry)))
    const found = items.filter(item => item !== undefined)
    if (found.length < items.length)
      call.warn(
        `${items.length - found.length} entries were skipped: they were deleted in the meantime, or their names are not valid UTF-8.`
      )
    const last = entries.at(-1)
    return {
      items: found,
      next_cursor: more && last ? cursorAfter(last.name) : null,
      total: { value: total, relation: 'eq' as const },
      path: resolved.displayPath
    }
  })
}

async function describe(volume: Volume, real: string, directory: OpenDirectory, { name }: Entry): Promise<ListItem | undefined> {
  const stats = await lstat(path.join(directory.at, name)).catch(undefinedIfMissing)
  if (!stats) return undefined
  return {
    name,
    path: displayPath(volume, path.join(real, name)),
    type: kindOf(stats),
    size: stats.isFile() ? stats.size : null,
    modified: stats.mtime.toISOString()
  }
}

/** Lists the roots. Relative paths start at the first one that is configured. */
export function listRoots({ roots, base }: Volume, { limit, cursor }: ListInput) {
  const start = Number(readCursor(cursor) ?? 0)
  if (!Number.isInteger(start)) throw invalidCursor()
  const items = roots.slice(start, start + limit).map(({ path }) => ({ path, relative_paths: path === base.path }))
  const end = start + items.length
  return {
    items,
    next_cursor: end < roots.length ? cursorAfter(String(end)) : null,
    total: { value: roots.length, relation: 'eq' as const }
  }
}
