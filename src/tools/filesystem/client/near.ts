import { opendir } from 'node:fs/promises'
import path from 'node:path'
import type { OperationError } from '../../../contract/errors.ts'
import { near } from '../../../contract/spelling.ts'
import { failure } from './failures.ts'
import { locate, type Place } from './locate.ts'
import { pin } from './pin.ts'
import { shownPath, type Volume } from './volume.ts'

/** Names looked at in a directory for likeness. */
const MOST_NAMES = 5000

/** Says what is not there, and names what is near it. */
export async function missingFile(volume: Volume, place: Place): Promise<OperationError> {
  const similar = await nearNames(volume, place).catch(() => [])
  return failure('file_not_found', `${place.given} does not exist.`, similar.length > 0 ? { suggestions: similar } : {})
}

/** The nearest existing directory's entries whose names are like the first one that is missing. */
async function nearNames(volume: Volume, { existing, missing, given }: Place): Promise<string[]> {
  const [wanted = '', ...rest] = missing
  await using directory = await pin(volume, existing, given)
  const names: string[] = []
  for await (const entry of await opendir(directory.at)) {
    if (rest.length === 0 || !entry.isFile()) names.push(entry.name)
    if (names.length === MOST_NAMES) break
  }
  const similar = near(wanted, names).map(name => path.join(existing, name))
  const whole = await Promise.all(similar.map(found => wholePath(volume, found, rest)))
  return whole.map(found => shownPath(volume, found))
}

/** The file itself, where only a directory on the way to it was misspelt. */
async function wholePath(volume: Volume, directory: string, rest: string[]): Promise<string> {
  const { stats, path: real } = await locate(volume, path.join(directory, ...rest))
  return stats ? real : directory
}
