import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readlink } from 'node:fs/promises'
import path from 'node:path'
import type { OperationError } from '../../../contract/errors.ts'
import { failure, outsideRoots } from './failures.ts'
import type { Place } from './locate.ts'
import { descriptorPath, rootOf, type Volume } from './volume.ts'

/** An open directory. Paths that start at it stay in it, whatever its name is made to mean meanwhile. */
export interface Pinned extends AsyncDisposable {
  at: string
  /** Brings its entries to the disk. */
  sync: () => Promise<void>
}

/** Directories held open, one within another: each takes a descriptor, of which all calls together have some thousands. */
export const MOST_LEVELS = 100

export const tooDeep = (given: string): OperationError =>
  failure('cannot_be_honoured', `${given} has more than ${MOST_LEVELS} levels of directories below it; begin further down.`)

export const DIRECTORY = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)

export async function pin(volume: Volume, directory: string, given: string): Promise<Pinned> {
  const handle = await open(directory, DIRECTORY)
  try {
    await checkWhereItIs(volume, handle, given)
  } catch (error) {
    await handle.close()
    throw error
  }
  return {
    at: descriptorPath(handle.fd) ?? directory,
    sync: () => handle.sync(),
    [Symbol.asyncDispose]: () => handle.close()
  }
}

/** A name on the way may have become a link between the look and the opening: what counts is what was opened. */
export async function checkWhereItIs(volume: Volume, handle: FileHandle, given: string): Promise<void> {
  const descriptor = descriptorPath(handle.fd)
  if (descriptor !== undefined && !rootOf(volume, await readlink(descriptor))) throw outsideRoots(given)
}

/** The directory a place is in, its missing parents made. */
export async function pinParent(volume: Volume, { existing, missing, given }: Place): Promise<Pinned> {
  let pinned = await pin(volume, existing, given)
  let real = existing
  for (const name of missing.slice(0, -1)) {
    await using parent = pinned
    await makeDirectory(parent, name)
    real = path.join(real, name)
    pinned = await pin(volume, path.join(parent.at, name), given)
  }
  return pinned
}

/** Makes it unless somebody else just did. */
export async function makeDirectory(parent: Pinned, name: string): Promise<void> {
  await mkdir(path.join(parent.at, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await parent.sync()
}
