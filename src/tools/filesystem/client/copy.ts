import { constants, type Stats } from 'node:fs'
import { chmod, copyFile, lchown, lstat, mkdir, open, readdir, readlink, symlink, utimes } from 'node:fs/promises'
import path from 'node:path'
import { failure, isErrno } from './failures.ts'

/** Copies a file, a link or a directory to another device, and brings it to the disk there. */
export async function copyTree(source: string, target: string, given: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const stats = await lstat(source)
  if (stats.isSymbolicLink()) return await symlink(await readlink(source), target)
  if (stats.isDirectory()) await copyDirectory(source, target, given, signal)
  else if (stats.isFile()) await copyFile(source, target, constants.COPYFILE_EXCL)
  else throw failure('cannot_be_honoured', `${given} holds what is neither file, directory nor link; that cannot go to another device.`)
  await takeAfter(target, stats)
}

async function copyDirectory(source: string, target: string, given: string, signal: AbortSignal): Promise<void> {
  await mkdir(target)
  for (const name of await readdir(source)) await copyTree(path.join(source, name), path.join(target, name), given, signal)
}

async function takeAfter(target: string, { uid, gid, mode, atime, mtime }: Stats): Promise<void> {
  await lchown(target, uid, gid).catch(error => {
    if (!isErrno(error) || error.code !== 'EPERM') throw error
  })
  await chmod(target, mode & 0o7777)
  await utimes(target, atime, mtime)
  await using handle = await open(target)
  await handle.sync()
}
