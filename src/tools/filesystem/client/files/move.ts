import { constants, type Stats } from 'node:fs'
import { access, link, lstat, rename, unlink } from 'node:fs/promises'
import path from 'node:path'
import { failure, fromErrno, isErrno, undefinedIfMissing, withPathErrors } from '../errors.ts'
import {
  containsRoot,
  fileNotFound,
  inParent,
  kindOf,
  type OpenDirectory,
  openDirectory,
  type ResolvedPath,
  resolvePath
} from '../paths.ts'
import { type FileCall, isInside, type Volume } from '../volume.ts'
import { attributeWarning, type CopyContext, copyTree, type EntryIn, removeCompletely } from './copy-tree.ts'
import { lockPath } from './write-lock.ts'

export interface MoveRequest {
  source: string
  destination: string
  overwrite: boolean
  dry_run: boolean
}

export type Existing = ResolvedPath & { stats: Stats }

/** Moves or renames a file, a link or a directory. */
export async function moveFile(volume: Volume, request: MoveRequest, call: FileCall) {
  const { source, destination, overwrite, dry_run } = request
  return await withBothLocked(volume, request, async () => {
    const from = await withPathErrors(source, () => resolveMovable(volume, source))
    return await withPathErrors(destination, async () => {
      const to = await resolvePath(volume, destination, { follow: false })
      await requireFreeDestination(from, to, overwrite)
      call.signal.throwIfAborted()
      if (!dry_run) await performMove(volume, from, to, overwrite, call)
      return {
        source: from.displayPath,
        destination: to.displayPath,
        type: kindOf(from.stats),
        overwritten: to.stats !== undefined,
        dry_run
      }
    })
  })
}

/** Locks both paths in a fixed order, so that two moves never wait for each other. */
async function withBothLocked<T>(volume: Volume, { source, destination }: MoveRequest, work: () => Promise<T>): Promise<T> {
  const from = await withPathErrors(source, () => resolvePath(volume, source, { follow: false }))
  const to = await withPathErrors(destination, () => resolvePath(volume, destination, { follow: false }))
  if (from.path === to.path) throw failure('cannot_be_honoured', `${source} and ${destination} are the same path.`)
  const [first, second] = from.path < to.path ? [from.path, to.path] : [to.path, from.path]
  return await lockPath(volume, first, () => lockPath(volume, second, work))
}

async function resolveMovable(volume: Volume, requestedPath: string): Promise<Existing> {
  const resolved = await resolvePath(volume, requestedPath, { follow: false })
  if (!resolved.stats) throw await fileNotFound(volume, resolved)
  if (containsRoot(volume, resolved))
    throw failure('cannot_be_honoured', `${requestedPath} is a root or contains one; roots are never moved.`)
  await access(path.dirname(resolved.path), constants.W_OK)
  return { ...resolved, stats: resolved.stats }
}

export async function requireFreeDestination(from: Existing, to: ResolvedPath, overwrite: boolean): Promise<void> {
  const { requestedPath, stats } = to
  if (to.dangling) throw failure('cannot_be_honoured', `${requestedPath} contains a symbolic link whose target does not exist.`)
  if (isInside(from.path, to.path)) throw failure('cannot_be_honoured', `${requestedPath} is inside ${from.requestedPath}.`)
  await access(to.existing, constants.W_OK)
  if (!stats || (overwrite && !stats.isDirectory() && !from.stats.isDirectory())) return
  if (!overwrite) throw failure('already_exists', `${requestedPath} already exists.`, { suggestions: [adviceFor(stats)] })
  throw failure('already_exists', `${requestedPath} already exists, and a directory can neither overwrite nor be overwritten.`)
}

const adviceFor = (stats: Stats): string =>
  stats.isDirectory()
    ? 'To move something into a directory, set destination to the complete new path, including the name.'
    : 'Send "overwrite": true to replace it.'

async function performMove(volume: Volume, from: Existing, to: ResolvedPath, overwrite: boolean, call: FileCall): Promise<void> {
  await inParent(volume, to, target => moveInto(target, volume, from, to, overwrite, call))
}

async function moveInto(
  target: OpenDirectory,
  volume: Volume,
  from: Existing,
  to: ResolvedPath,
  overwrite: boolean,
  call: FileCall
): Promise<void> {
  await using parent = await openDirectory(volume, path.dirname(from.path), from.requestedPath)
  const source = path.join(parent.at, path.basename(from.path))
  const destination = path.join(target.at, path.basename(to.path))
  const renameInto = overwrite || from.stats.isDirectory() ? rename : renameToUnused
  await renameInto(source, destination).catch(async error => {
    if (!isErrno(error) || error.code !== 'EXDEV') throw error
    const entries = { source: { parent, name: path.basename(from.path) }, target: { parent: target, name: path.basename(to.path) } }
    const temporary = await volume.temporaries.begin(path.dirname(to.path))
    const context: CopyContext = {
      volume,
      requestedPath: from.requestedPath,
      signal: call.signal,
      isMove: true,
      files: 0,
      withoutAttributes: 0
    }
    await moveAcrossDevices(context, entries.source, entries.target, temporary.name, renameInto).finally(temporary.end)
    const warning = attributeWarning(context)
    if (warning !== undefined) call.warn(warning)
  })
  await target.sync()
  await parent.sync()
}

/** A rename would replace a file that was created at the destination in the meantime; creating a hard link fails instead. */
export async function renameToUnused(source: string, destination: string): Promise<void> {
  try {
    await link(source, destination)
  } catch (error) {
    if (!isErrno(error) || !NO_LINK_CODES.has(error.code ?? '')) throw error
    if (await lstat(destination).catch(undefinedIfMissing)) throw failure('already_exists', 'The destination already exists.')
    return await rename(source, destination)
  }
  await unlink(source).catch(error => undoLink(source, destination, error))
}

/**
 * Removes the link of a move whose source could not be removed, and throws why. If the source is gone nevertheless, as on a network file system whose
 * reply was lost, the destination is the only copy: it stays, and the move is complete.
 */
export async function undoLink(source: string, destination: string, error: unknown): Promise<void> {
  const [from, to] = await Promise.all([source, destination].map(file => lstat(file).catch(undefinedIfMissing))).catch(() => [])
  if (to && !from) return
  const isUndone = from && to && from.dev === to.dev && from.ino === to.ino && (await hasRemoved(destination))
  if (isUndone) throw isErrno(error) ? fromErrno(error, 'The source') : error
  throw failure('access_denied', 'The source cannot be removed, and may be at the destination, too.', { outcome: 'unknown' }, error)
}

const hasRemoved = (file: string): Promise<boolean> =>
  unlink(file).then(
    () => true,
    () => false
  )

/** Codes with which file systems reject hard links. */
const NO_LINK_CODES = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

async function moveAcrossDevices(
  context: CopyContext,
  source: EntryIn,
  target: EntryIn,
  name: string,
  renameInto: typeof renameToUnused
): Promise<void> {
  const before = await lstat(path.join(source.parent.at, source.name))
  try {
    await copyTree(context, source, { parent: target.parent, name })
    await renameInto(path.join(target.parent.at, name), path.join(target.parent.at, target.name))
  } catch (error) {
    await removeCompletely(context, { parent: target.parent, name }).catch(undefinedIfMissing)
    throw error
  }
  await removeCopied(context, source, before)
}

async function removeCopied(context: CopyContext, source: EntryIn, before: Stats): Promise<void> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await lstat(path.join(source.parent.at, source.name))
    // The source may have been replaced or changed while it was copied.
    const isSame = ino === before.ino && size === before.size && mtimeMs === before.mtimeMs && ctimeMs === before.ctimeMs
    if (!isSame) throw new Error('it changed in the meantime')
    await removeCompletely(context, source)
  } catch (cause) {
    const message = `${context.requestedPath} was copied to the destination, but could not be deleted at the source.`
    throw failure('cannot_be_honoured', message, { outcome: 'executed' }, cause)
  }
}
