import { constants, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { failure } from './failures.ts'
import { locate, type Place } from './locate.ts'
import { missingFile } from './near.ts'
import { checkWhereItIs } from './pin.ts'
import type { Volume } from './volume.ts'

/** A FIFO without a writer would block the open for ever, a terminal could become ours. */
const READING = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/** A place that is a regular file. */
export async function locateFile(volume: Volume, given: string): Promise<Place & { stats: Stats }> {
  const place = await locate(volume, given)
  if (!place.stats) throw await missingFile(volume, place)
  requireFile(place.stats, given)
  return { ...place, stats: place.stats }
}

/** A place that is a directory. */
export async function locateDirectory(volume: Volume, given: string): Promise<Place> {
  const place = await locate(volume, given)
  if (!place.stats) throw await missingFile(volume, place)
  if (!place.stats.isDirectory()) throw failure('not_a_directory', `${given} is ${kindWord(place.stats)}, not a directory.`)
  return place
}

/** Opens a regular file for reading; the caller closes it. */
export async function openFile(volume: Volume, place: Pick<Place, 'path' | 'given'>): Promise<FileHandle> {
  const handle = await open(place.path, READING)
  try {
    requireFile(await handle.stat(), place.given)
    await checkWhereItIs(volume, handle, place.given)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

export function requireFile(stats: Stats, given: string): void {
  if (stats.isFile()) return
  const advice = stats.isDirectory() ? { suggestions: ['filesystem_list_directory lists a directory.'] } : {}
  throw failure('not_a_file', `${given} is ${kindWord(stats)}, not a regular file.`, advice)
}

export type Kind = 'file' | 'directory' | 'symlink' | 'other'

/** Works on Stats and on Dirent. */
export function kindOf(entry: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): Kind {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'directory'
  return entry.isSymbolicLink() ? 'symlink' : 'other'
}

function kindWord(stats: Stats): string {
  if (stats.isFIFO()) return 'a FIFO'
  if (stats.isSocket()) return 'a socket'
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return 'a device'
  if (stats.isSymbolicLink()) return 'a symbolic link'
  return stats.isDirectory() ? 'a directory' : 'a file'
}
