import { opendir } from 'node:fs/promises'
import path from 'node:path'
import type { OperationError } from '../../../contract/errors.ts'
import { near } from '../../../contract/spelling.ts'
import { failure } from './failures.ts'
import type { Place } from './locate.ts'
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
  return near(wanted, names).map(name => shownPath(volume, path.join(existing, name)))
}
