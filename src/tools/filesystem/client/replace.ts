import { randomBytes } from 'node:crypto'
import { type BigIntStats, constants, type Stats } from 'node:fs'
import { access, type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { failure, isErrno, orMissing } from './failures.ts'
import type { Place } from './locate.ts'
import { requireFile } from './open.ts'
import { pinParent } from './pin.ts'
import type { Volume } from './volume.ts'

export const NEW_FILE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0)

/** Walks pass over these: a writer that was killed may have left one behind. */
export const isTemporary = (name: string): boolean => /^\.toolgate-[0-9a-f]{16}\.tmp$/.test(name)

/** Whether the place may be written at all. Looks, and changes nothing. */
export async function checkWritable({ given, path: real, stats, dangling, existing }: Place): Promise<void> {
  if (dangling) throw failure('cannot_be_honoured', `${given} is a symbolic link that leads to nothing; what it would make is not written.`)
  if (stats) requireFile(stats, given)
  // Renaming over a file asks the directory's permission only.
  if (stats) await access(real, constants.W_OK)
  await access(existing, constants.W_OK)
}

/**
 * Gives a file its new content in one step: nobody ever sees half of it, and after a crash it is the old or the new one.
 * `unless` is what the file was when it was read: another one by now is left alone.
 */
export async function replaceFile(volume: Volume, place: Place, bytes: Uint8Array, unless?: BigIntStats): Promise<void> {
  await using directory = await pinParent(volume, place)
  const temporary = path.join(directory.at, `.toolgate-${randomBytes(8).toString('hex')}.tmp`)
  try {
    await writeNew(temporary, bytes, place.stats)
    const target = path.join(directory.at, path.basename(place.path))
    if (unless) await requireSame(target, unless, place.given)
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await directory.sync()
}

async function writeNew(file: string, bytes: Uint8Array, like: Stats | undefined): Promise<void> {
  await using handle = await open(file, NEW_FILE, like ? 0o600 : 0o666)
  await handle.writeFile(bytes)
  if (like) await takeAfter(handle, like)
  await handle.sync()
}

/** Owner first: giving a file away takes set-user-id bits off its mode. */
async function takeAfter(handle: FileHandle, like: Stats): Promise<void> {
  const mine = await handle.stat()
  if (mine.uid !== like.uid || mine.gid !== like.gid) await handle.chown(like.uid, like.gid).catch(unlessForbidden)
  await handle.chmod(like.mode & 0o7777)
}

/** Only root may give files away; the content matters more than the owner. */
function unlessForbidden(error: unknown): void {
  if (!isErrno(error) || error.code !== 'EPERM') throw error
}

async function requireSame(target: string, { ino, size, mtimeNs, ctimeNs }: BigIntStats, given: string): Promise<void> {
  const now = await lstat(target, { bigint: true }).catch(orMissing)
  if (now?.ino === ino && now.size === size && now.mtimeNs === mtimeNs && now.ctimeNs === ctimeNs) return
  throw failure('file_changed', `${given} was changed by somebody else meanwhile; nothing was written.`, {
    suggestions: ['Read it again, and repeat the change on what it is now.']
  })
}
