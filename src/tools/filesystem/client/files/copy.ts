import { rename } from 'node:fs/promises'
import path from 'node:path'
import { failure, undefinedIfMissing, withPathErrors } from '../errors.ts'
import { fileNotFound, inParent, kindOf, type OpenDirectory, openDirectory, type ResolvedPath, resolvePath } from '../paths.ts'
import type { FileCall, Volume } from '../volume.ts'
import { attributeWarning, type CopyContext, copyTree, type EntryIn, pathOf, removeCompletely } from './copy-tree.ts'
import { type Existing, type MoveRequest, renameToUnused, requireFreeDestination } from './move.ts'
import { lockPath } from './write-lock.ts'

/** Copies a file or a directory. It appears at the destination when it is complete. */
export async function copyFile(volume: Volume, { source, destination, overwrite, dry_run }: MoveRequest, call: FileCall) {
  const to = await withPathErrors(destination, () => resolvePath(volume, destination, { follow: false }))
  return await lockPath(volume, to.path, async () => {
    const from = await withPathErrors(source, () => resolveSource(volume, source))
    return await withPathErrors(destination, async () => {
      const target = await resolvePath(volume, destination, { follow: false })
      if (from.path === target.path) throw failure('cannot_be_honoured', `${source} and ${destination} are the same path.`)
      await requireFreeDestination(from, target, overwrite)
      call.signal.throwIfAborted()
      const files = dry_run ? null : await performCopy(volume, from, target, overwrite, call)
      return {
        source: from.displayPath,
        destination: target.displayPath,
        type: kindOf(from.stats),
        files,
        overwritten: target.stats !== undefined,
        dry_run
      }
    })
  })
}

/** Follows a link: the copy is of its target, which must be inside the roots. */
async function resolveSource(volume: Volume, requestedPath: string): Promise<Existing> {
  const resolved = await resolvePath(volume, requestedPath)
  if (!resolved.stats) throw await fileNotFound(volume, resolved)
  if (volume.fixed.some(root => root.path === resolved.path))
    throw failure('cannot_be_honoured', `${requestedPath} is a root; copy what it contains.`)
  return { ...resolved, stats: resolved.stats }
}

/** Returns the number of copied files. */
const performCopy = (volume: Volume, from: Existing, to: ResolvedPath, overwrite: boolean, call: FileCall): Promise<number> =>
  inParent(volume, to, target => copyInto(target, volume, from, to, overwrite, call))

async function copyInto(
  target: OpenDirectory,
  volume: Volume,
  from: Existing,
  to: ResolvedPath,
  overwrite: boolean,
  call: FileCall
): Promise<number> {
  const temporary = await volume.temporaries.begin(path.dirname(to.path))
  const context: CopyContext = {
    volume,
    requestedPath: from.requestedPath,
    signal: call.signal,
    isMove: false,
    files: 0,
    withoutAttributes: 0
  }
  const copy: EntryIn = { parent: target, name: temporary.name }
  try {
    await copySource(context, from, copy)
    const renameInto = overwrite || from.stats.isDirectory() ? rename : renameToUnused
    await renameInto(pathOf(copy), path.join(target.at, path.basename(to.path)))
  } catch (error) {
    await removeCompletely(context, copy).catch(undefinedIfMissing)
    throw error
  } finally {
    await temporary.end()
  }
  await target.sync()
  const warning = attributeWarning(context)
  if (warning !== undefined) call.warn(warning)
  return context.files
}

async function copySource(context: CopyContext, from: Existing, copy: EntryIn): Promise<void> {
  await using parent = await openDirectory(context.volume, path.dirname(from.path), context.requestedPath)
  await copyTree(context, { parent, name: path.basename(from.path) }, copy)
}
