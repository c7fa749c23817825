import { lstat } from 'node:fs/promises'
import path from 'node:path'
import type { ListInput } from '../../../contract/operation.ts'
import { afterCursor, cursorFor } from './cursor.ts'
import { type Entry, entriesOf } from './entries.ts'
import { onDisk, orMissing } from './failures.ts'
import { type Kind, kindOf, locateDirectory } from './open.ts'
import { type Pinned, pin } from './pin.ts'
import type { Turn } from './turn.ts'
import { shownPath, type Volume } from './volume.ts'

export interface ListItem {
  name: string
  path: string
  type: Kind
  size: number | null
  modified: string
}

/** One page of a directory's entries, in the order of their names: a page goes on behind a name, whatever came or went before it. */
export async function listDirectory(volume: Volume, request: ListInput & { path: string }, turn: Turn) {
  const after = afterCursor(request.cursor)
  return await onDisk(request.path, async () => {
    const place = await locateDirectory(volume, request.path)
    await using directory = await pin(volume, place.path, request.path)
    const { entries, total, more } = await entriesOf(directory, { after, most: request.limit })
    const items = await Promise.all(entries.map(entry => describe(volume, place.path, directory, entry)))
    const found = items.filter(item => item !== undefined)
    if (found.length < items.length) turn.warn(`${items.length - found.length} entries vanished, or have names that are not valid UTF-8.`)
    const last = entries.at(-1)
    return {
      items: found,
      next_cursor: more && last ? cursorFor(last.name) : null,
      total: { value: total, relation: 'eq' as const },
      path: place.shown
    }
  })
}

async function describe(volume: Volume, real: string, directory: Pinned, { name }: Entry): Promise<ListItem | undefined> {
  const stats = await lstat(path.join(directory.at, name)).catch(orMissing)
  if (!stats) return undefined
  return {
    name,
    path: shownPath(volume, path.join(real, name)),
    type: kindOf(stats),
    size: stats.isFile() ? stats.size : null,
    modified: stats.mtime.toISOString()
  }
}
