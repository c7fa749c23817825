import { type BigIntStats, constants, type Stats } from 'node:fs'
import { access, type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { failure, isErrno, undefinedIfMissing } from '../errors.ts'
import { inParent, type OpenDirectory, openFile, type ResolvedPath, requireFile } from '../paths.ts'
import type { Volume } from '../volume.ts'
import { type AttributeOutcome, copyAttributes } from './attributes.ts'

export const NEW_FILE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0)

/** Throws if the path cannot be written. Changes nothing. */
export async function checkWritable({ requestedPath, path: real, stats, dangling, existing }: ResolvedPath): Promise<void> {
  if (dangling)
    throw failure('cannot_be_honoured', `${requestedPath} is a symbolic link whose target does not exist; the target is not created.`)
  if (stats) requireFile(stats, requestedPath)
  // Renaming over a file requires permission on the directory only.
  if (stats) await access(real, constants.W_OK)
  await access(existing, constants.W_OK)
}

/**
 * Replaces the content of a file atomically: no reader sees a partially written file, and after a crash it is either the old or the new file. Throws
 * if the file no longer matches `expected`. Returns whether the new file has the extended attributes of the old one.
 */
export async function replaceFile(
  volume: Volume,
  resolved: ResolvedPath,
  bytes: Uint8Array,
  expected?: BigIntStats
): Promise<AttributeOutcome> {
  return await inParent(volume, resolved, directory => replaceIn(directory, volume, resolved, bytes, expected))
}

async function replaceIn(
  directory: OpenDirectory,
  volume: Volume,
  resolved: ResolvedPath,
  bytes: Uint8Array,
  expected: BigIntStats | undefined
): Promise<AttributeOutcome> {
  const pending = await volume.temporaries.begin(path.dirname(resolved.path))
  const temporary = path.join(directory.at, pending.name)
  let attributes: AttributeOutcome = 'kept'
  try {
    attributes = await writeNew(volume, temporary, bytes, resolved)
    const target = path.join(directory.at, path.basename(resolved.path))
    if (expected) await requireUnchanged(target, expected, resolved.requestedPath)
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    await pending.end()
  }
  await directory.sync()
  return attributes
}

async function writeNew(volume: Volume, file: string, bytes: Uint8Array, resolved: ResolvedPath): Promise<AttributeOutcome> {
  const { stats: like } = resolved
  await using handle = await open(file, NEW_FILE, like ? 0o600 : 0o666)
  // Before the content is written, which clears the capabilities of a program: the new content must not get them.
  const attributes = like ? await attributesOf(volume, resolved, handle) : 'kept'
  await handle.writeFile(bytes)
  // The kernel clears these bits, too, when content is written: otherwise anyone who runs the file runs the new content as its owner.
  if (like) await copyOwnerAndMode(handle, like, like.mode & ~SET_ID_BITS)
  await handle.sync()
  return attributes
}

async function attributesOf(volume: Volume, resolved: ResolvedPath, to: FileHandle): Promise<AttributeOutcome> {
  try {
    await using old = await openFile(volume, resolved)
    return await copyAttributes(old.handle, to)
  } catch (error) {
    if (isErrno(error)) return 'lost' // a file that can be written and not read
    throw error
  } finally {
    await to.chmod(0o600) // until the content is complete
  }
}

export const SET_ID_BITS = 0o6000

/** Owner first: changing the owner clears the set-user-ID bits of the mode. They are not set for another owner. */
export async function copyOwnerAndMode(handle: FileHandle, like: Stats, mode: number = like.mode): Promise<void> {
  const own = await handle.stat()
  const isOwner = (own.uid === like.uid && own.gid === like.gid) || (await changeOwner(handle, like))
  await handle.chmod(mode & (isOwner ? 0o7777 : 0o7777 & ~SET_ID_BITS))
}

/** Returns whether it was permitted. Only root may change the owner; the content matters more. */
async function changeOwner(handle: FileHandle, { uid, gid }: Stats): Promise<boolean> {
  try {
    await handle.chown(uid, gid)
    return true
  } catch (error) {
    if (!isErrno(error) || error.code !== 'EPERM') throw error
    return false
  }
}

async function requireUnchanged(target: string, { ino, size, mtimeNs, ctimeNs }: BigIntStats, requestedPath: string): Promise<void> {
  const now = await lstat(target, { bigint: true }).catch(undefinedIfMissing)
  if (now?.ino === ino && now.size === size && now.mtimeNs === mtimeNs && now.ctimeNs === ctimeNs) return
  throw failure('file_changed', `${requestedPath} was changed by another process in the meantime; nothing was written.`, {
    suggestions: ['Read the file again and base the change on its new content.']
  })
}
