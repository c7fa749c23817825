import type { Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, readlink, symlink } from 'node:fs/promises'
import path from 'node:path'
import { chunksOf } from './chunks.ts'
import { failure, isErrno } from './failures.ts'
import { openFile } from './open.ts'
import { DIRECTORY, MOST_LEVELS, type Pinned, pin, tooDeep } from './pin.ts'
import { NEW_FILE } from './replace.ts'
import type { Volume } from './volume.ts'

export interface Copying {
  volume: Volume
  given: string
  signal: AbortSignal
}

/** A name in a directory that is held open: whatever a link put on the way leads to is out of reach. */
export interface Spot {
  parent: Pinned
  name: string
}

const at = ({ parent, name }: Spot): string => path.join(parent.at, name)

/** Copies a file, a link or a directory to another device, and brings it to the disk there. */
export async function copyTree(copying: Copying, source: Spot, target: Spot, level = 0): Promise<void> {
  copying.signal.throwIfAborted()
  const stats = await lstat(at(source))
  if (stats.isSymbolicLink()) return await symlink(await readlink(at(source)), at(target))
  if (stats.isDirectory()) return await copyDirectory(copying, source, target, level)
  if (stats.isFile()) return await copyFile(copying, source, target)
  const given = copying.given
  throw failure('cannot_be_honoured', `${given} holds what is neither file, directory nor link; that cannot go to another device.`)
}

async function copyDirectory(copying: Copying, source: Spot, target: Spot, level: number): Promise<void> {
  const { volume, given } = copying
  if (level === MOST_LEVELS) throw tooDeep(given)
  await using from = await pin(volume, at(source), given)
  await mkdir(at(target), 0o700)
  await using to = await pin(volume, at(target), given)
  for (const name of await readdir(from.at)) await copyTree(copying, { parent: from, name }, { parent: to, name }, level + 1)
  // The dot is what is open itself, not the link by which the kernel names it.
  await using handle = await open(`${to.at}/.`, DIRECTORY)
  await takeAfter(handle, await lstat(`${from.at}/.`))
}

async function copyFile({ volume, given, signal }: Copying, source: Spot, target: Spot): Promise<void> {
  await using from = await openFile(volume, { path: at(source), given })
  await using to = await open(at(target), NEW_FILE, 0o600)
  for await (const chunk of chunksOf(from, signal)) await to.writeFile(chunk)
  await takeAfter(to, await from.stat())
}

/** Owner first: giving a file away takes set-user-id bits off its mode. */
async function takeAfter(target: FileHandle, { uid, gid, mode, atime, mtime }: Stats): Promise<void> {
  await target.chown(uid, gid).catch(error => {
    if (!isErrno(error) || error.code !== 'EPERM') throw error
  })
  await target.chmod(mode & 0o7777)
  await target.utimes(atime, mtime)
  await target.sync()
}
