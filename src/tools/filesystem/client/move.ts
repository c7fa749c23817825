import { randomBytes } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { access, link, lstat, rename, unlink } from 'node:fs/promises'
import path from 'node:path'
import { type Copying, copyTree, type Spot } from './copy.ts'
import { failure, isErrno, onDisk, orMissing } from './failures.ts'
import { holdsRoot, locate, type Place } from './locate.ts'
import { exclusively } from './lock.ts'
import { missingFile } from './near.ts'
import { kindOf } from './open.ts'
import { pin, pinParent } from './pin.ts'
import { removeEntry } from './remove.ts'
import type { Turn } from './turn.ts'
import { isInside, type Volume } from './volume.ts'

export interface MoveRequest {
  source: string
  destination: string
  overwrite: boolean
  dry_run: boolean
}

type Existing = Place & { stats: Stats }

/** Gives a file, a link or a directory another name. */
export async function moveFile(volume: Volume, request: MoveRequest, turn: Turn) {
  const { source, destination, overwrite, dry_run } = request
  return await inTurn(volume, request, async () => {
    const from = await onDisk(source, () => locateMovable(volume, source))
    return await onDisk(destination, async () => {
      const to = await locate(volume, destination, { follow: false })
      await requireFree(from, to, overwrite)
      turn.signal.throwIfAborted()
      if (!dry_run) await moveNow(volume, from, to, overwrite, turn)
      return { source: from.shown, destination: to.shown, type: kindOf(from.stats), overwritten: to.stats !== undefined, dry_run }
    })
  })
}

/** Both names are taken in one order, so that two moves never wait for each other. */
async function inTurn<T>(volume: Volume, { source, destination }: MoveRequest, work: () => Promise<T>): Promise<T> {
  const from = await onDisk(source, () => locate(volume, source, { follow: false }))
  const to = await onDisk(destination, () => locate(volume, destination, { follow: false }))
  if (from.path === to.path) throw failure('cannot_be_honoured', `${source} and ${destination} are the same.`)
  const [first, second] = from.path < to.path ? [from.path, to.path] : [to.path, from.path]
  return await exclusively(volume, first, () => exclusively(volume, second, work))
}

async function locateMovable(volume: Volume, given: string): Promise<Existing> {
  const place = await locate(volume, given, { follow: false })
  if (!place.stats) throw await missingFile(volume, place)
  if (holdsRoot(volume, place)) throw failure('cannot_be_honoured', `${given} is a root, or holds one; it is never moved.`)
  await access(path.dirname(place.path), constants.W_OK)
  return { ...place, stats: place.stats }
}

async function requireFree(from: Existing, to: Place, overwrite: boolean): Promise<void> {
  const { given, stats } = to
  if (to.dangling) throw failure('cannot_be_honoured', `${given} goes through a symbolic link that leads to nothing.`)
  if (isInside(from.path, to.path)) throw failure('cannot_be_honoured', `${given} lies inside ${from.given}.`)
  await access(to.existing, constants.W_OK)
  if (!stats || (overwrite && !stats.isDirectory() && !from.stats.isDirectory())) return
  if (!overwrite) throw failure('already_exists', `${given} exists already.`, { suggestions: [adviceFor(stats)] })
  throw failure('already_exists', `${given} exists already, and a directory neither overwrites nor is overwritten.`)
}

const adviceFor = (stats: Stats): string =>
  stats.isDirectory() ? 'To move into a directory, give the whole new path, with the name.' : 'Send "overwrite": true to replace it.'

async function moveNow(volume: Volume, from: Existing, to: Place, overwrite: boolean, turn: Turn): Promise<void> {
  await using parent = await pin(volume, path.dirname(from.path), from.given)
  await using target = await pinParent(volume, to)
  const source = path.join(parent.at, path.basename(from.path))
  const destination = path.join(target.at, path.basename(to.path))
  const put = overwrite || from.stats.isDirectory() ? rename : renameToNew
  await put(source, destination).catch(async error => {
    if (!isErrno(error) || error.code !== 'EXDEV') throw error
    const spots = { source: { parent, name: path.basename(from.path) }, target: { parent: target, name: path.basename(to.path) } }
    await moveToDevice({ volume, given: from.given, signal: turn.signal }, spots.source, spots.target, put)
  })
  await target.sync()
  await parent.sync()
}

/** A rename replaces whatever has the name by now; a new link does not. */
async function renameToNew(source: string, destination: string): Promise<void> {
  try {
    await link(source, destination)
  } catch (error) {
    if (!isErrno(error) || !WITHOUT_LINKS.has(error.code ?? '')) throw error
    if (await lstat(destination).catch(orMissing)) throw failure('already_exists', 'The destination exists already.')
    return await rename(source, destination)
  }
  await unlink(source)
}

/** How file systems say that they have no hard links, or none for this file. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

async function moveToDevice(copying: Copying, source: Spot, target: Spot, put: typeof renameToNew): Promise<void> {
  const name = `.toolgate-${randomBytes(8).toString('hex')}.tmp`
  const before = await lstat(path.join(source.parent.at, source.name))
  try {
    await copyTree(copying, source, { parent: target.parent, name })
    await put(path.join(target.parent.at, name), path.join(target.parent.at, target.name))
  } catch (error) {
    await removeSpot(copying, { parent: target.parent, name }).catch(orMissing)
    throw error
  }
  await removeCopied(copying, source, before)
}

async function removeCopied(copying: Copying, source: Spot, before: Stats): Promise<void> {
  try {
    const { ino, size, mtimeMs } = await lstat(path.join(source.parent.at, source.name))
    // What has the name by now may be something else, or more than was copied.
    if (ino !== before.ino || size !== before.size || mtimeMs !== before.mtimeMs) throw new Error('it was changed meanwhile')
    await removeSpot(copying, source)
  } catch (cause) {
    const words = `${copying.given} was copied to its new place, but could not be deleted at the old one.`
    throw failure('cannot_be_honoured', words, { outcome: 'executed' }, cause)
  }
}

/** Goes to its end once begun, also when the caller leaves: half of it is of no use. */
async function removeSpot({ volume, given }: Copying, { parent, name }: Spot): Promise<void> {
  const turn = { signal: new AbortController().signal, progress: () => undefined }
  const kind = kindOf(await lstat(path.join(parent.at, name)))
  await removeEntry({ volume, given, turn, dryRun: false, count: 0 }, parent, name, kind)
}
