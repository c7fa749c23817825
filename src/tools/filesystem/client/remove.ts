import { constants } from 'node:fs'
import { access, rmdir, unlink } from 'node:fs/promises'
import path from 'node:path'
import { OperationError } from '../../../contract/errors.ts'
import { entriesOf } from './entries.ts'
import { failure, fromErrno, isErrno, onDisk } from './failures.ts'
import { holdsRoot, locate, type Place } from './locate.ts'
import { exclusively } from './lock.ts'
import { missingFile } from './near.ts'
import { type Kind, kindOf } from './open.ts'
import { MOST_LEVELS, type Pinned, pin, tooDeep } from './pin.ts'
import type { Turn } from './turn.ts'
import type { Volume } from './volume.ts'

const PAGE = 10_000

export interface DeleteRequest {
  file_path: string
  recursive: boolean
  dry_run: boolean
}

export interface Removal {
  volume: Volume
  /** As the caller gave it. */
  given: string
  turn: Pick<Turn, 'signal' | 'progress'>
  dryRun: boolean
  count: number
}

/** Deletes a file, a link (not what it leads to), or a directory. */
export async function deleteFile(volume: Volume, request: DeleteRequest, turn: Turn) {
  const { file_path: given, dry_run } = request
  return await onDisk(given, async () => {
    const place = await locate(volume, given, { follow: false })
    const type = await requireDeletable(volume, place, request.recursive)
    const removal: Removal = { volume, given, turn, dryRun: dry_run, count: 0 }
    await exclusively(volume, place.path, async () => {
      await using parent = await pin(volume, path.dirname(place.path), given)
      await removeEntry(removal, parent, path.basename(place.path), type).catch(error => stopped(removal, error, given))
      if (!dry_run) await parent.sync()
    })
    return { path: place.shown, type, deleted: removal.count, dry_run }
  })
}

/** What was deleted before it failed is gone. */
function stopped({ count, dryRun }: Removal, error: unknown, given: string): never {
  const partly = { outcome: 'unknown', deleted: count } as const
  if (count === 0 || dryRun) throw error
  if (error instanceof OperationError) throw failure(error.reason, error.message, { ...error.details, ...partly }, error)
  throw isErrno(error) ? fromErrno(error, given, partly) : error
}

async function requireDeletable(volume: Volume, place: Place, recursive: boolean): Promise<Kind> {
  const { given, stats, path: real } = place
  if (!stats) throw await missingFile(volume, place)
  if (holdsRoot(volume, place)) throw failure('cannot_be_honoured', `${given} is a root, or holds one; it is never deleted.`)
  await access(path.dirname(real), constants.W_OK)
  if (stats.isDirectory() && !recursive) await requireEmpty(volume, real, given)
  return kindOf(stats)
}

async function requireEmpty(volume: Volume, real: string, given: string): Promise<void> {
  await using directory = await pin(volume, real, given)
  const { total } = await entriesOf(directory, { most: 1 })
  if (total === 0) return
  const suggestions = ['Send "recursive": true to delete it with all it holds.']
  throw failure('not_empty', `${given} still holds ${total} ${total === 1 ? 'entry' : 'entries'}.`, { entries: total, suggestions })
}

/** Each directory is held open while it is emptied: a link put in its place meanwhile leads nowhere. */
export async function removeEntry(removal: Removal, parent: Pinned, name: string, kind: Kind, level = 0): Promise<void> {
  const target = path.join(parent.at, name)
  if (kind === 'directory') await empty(removal, target, level)
  removal.turn.signal.throwIfAborted()
  if (!removal.dryRun) await (kind === 'directory' ? rmdir(target) : unlink(target))
  removal.count++
  removal.turn.progress(removal.count, null)
}

async function empty(removal: Removal, target: string, level: number): Promise<void> {
  if (level === MOST_LEVELS) throw tooDeep(removal.given)
  await using directory = await pin(removal.volume, target, path.basename(target))
  let after: string | undefined
  for (;;) {
    const { entries, more } = await entriesOf(directory, { most: PAGE, after })
    for (const { name, kind } of entries) await removeEntry(removal, directory, name, kind, level + 1)
    if (!more) return
    after = entries.at(-1)?.name
  }
}
