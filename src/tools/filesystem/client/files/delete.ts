import { constants } from 'node:fs'
import { access, rmdir, unlink } from 'node:fs/promises'
import path from 'node:path'
import { OperationError } from '../../../../contract/errors.ts'
import { readEntries } from '../directories/entries.ts'
import { failure, fromErrno, isErrno, withPathErrors } from '../errors.ts'
import {
  containsRoot,
  fileNotFound,
  type Kind,
  kindOf,
  MAX_LEVELS,
  type OpenDirectory,
  openDirectory,
  type ResolvedPath,
  requireAddressable,
  resolvePath,
  tooDeep
} from '../paths.ts'
import type { FileCall, Volume } from '../volume.ts'
import { lockPath } from './write-lock.ts'

const PAGE = 10_000

export interface DeleteRequest {
  file_path: string
  recursive: boolean
  dry_run: boolean
}

export interface Deletion {
  volume: Volume
  /** The path as the caller gave it. */
  requestedPath: string
  call: Pick<FileCall, 'signal' | 'progress'>
  dryRun: boolean
  count: number
}

/** Deletes a file, a symbolic link (not its target), or a directory. */
export async function deleteFile(volume: Volume, request: DeleteRequest, call: FileCall) {
  const { file_path: requestedPath, dry_run } = request
  return await withPathErrors(requestedPath, async () => {
    const resolved = await resolvePath(volume, requestedPath, { follow: false })
    const type = await requireDeletable(volume, resolved, request.recursive)
    const deletion: Deletion = { volume, requestedPath, call, dryRun: dry_run, count: 0 }
    await lockPath(volume, resolved.path, async () => {
      await using parent = await openDirectory(volume, path.dirname(resolved.path), requestedPath)
      await deleteEntry(deletion, parent, path.basename(resolved.path), type).catch(error => rethrowPartial(deletion, error, requestedPath))
      if (!dry_run) await parent.sync()
    })
    return { path: resolved.displayPath, type, deleted: deletion.count, dry_run }
  })
}

/** Reports a partial deletion: what was deleted before the failure cannot be restored. */
function rethrowPartial({ count, dryRun }: Deletion, error: unknown, requestedPath: string): never {
  const partly = { outcome: 'unknown', deleted: count } as const
  if (count === 0 || dryRun) throw error
  if (error instanceof OperationError) throw failure(error.reason, error.message, { ...error.details, ...partly }, error)
  throw isErrno(error) ? fromErrno(error, requestedPath, partly) : error
}

async function requireDeletable(volume: Volume, resolved: ResolvedPath, recursive: boolean): Promise<Kind> {
  const { requestedPath, stats, path: real } = resolved
  if (!stats) throw await fileNotFound(volume, resolved)
  if (containsRoot(volume, resolved))
    throw failure('cannot_be_honoured', `${requestedPath} is a root or contains one; roots are never deleted.`)
  await access(path.dirname(real), constants.W_OK)
  if (stats.isDirectory() && !recursive) await requireEmpty(volume, real, requestedPath)
  return kindOf(stats)
}

async function requireEmpty(volume: Volume, real: string, requestedPath: string): Promise<void> {
  await using directory = await openDirectory(volume, real, requestedPath)
  const { total } = await readEntries(directory, { limit: 1 })
  if (total === 0) return
  const suggestions = ['Send "recursive": true to delete it with everything in it.']
  throw failure('not_empty', `${requestedPath} is not empty: it contains ${total} ${total === 1 ? 'entry' : 'entries'}.`, {
    entries: total,
    suggestions
  })
}

/** Keeps each directory open while it is emptied, so that a symbolic link that replaces it cannot redirect the deletion. */
export async function deleteEntry(deletion: Deletion, parent: OpenDirectory, name: string, kind: Kind, level = 0): Promise<void> {
  const target = path.join(parent.at, name)
  if (kind === 'directory') await deleteContent(deletion, target, level)
  deletion.call.signal.throwIfAborted()
  if (!deletion.dryRun) await (kind === 'directory' ? rmdir(target) : unlink(target))
  deletion.count++
  deletion.call.progress(deletion.count, null)
}

async function deleteContent(deletion: Deletion, target: string, level: number): Promise<void> {
  if (level === MAX_LEVELS) throw tooDeep(deletion.requestedPath)
  await using directory = await openDirectory(deletion.volume, target, path.basename(target))
  let after: string | undefined
  for (;;) {
    const { entries, more } = await readEntries(directory, { limit: PAGE, after, temporary: true })
    await requireAddressable(
      directory,
      entries.map(({ name }) => name),
      deletion.requestedPath
    )
    for (const { name, kind } of entries) await deleteEntry(deletion, directory, name, kind, level + 1)
    if (!more) return
    after = entries.at(-1)?.name
  }
}
