import { type BigIntStats, constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, opendir, readlink, rmdir } from 'node:fs/promises'
import path from 'node:path'
import type { OperationError } from '../../../contract/errors.ts'
import { near } from '../../../lib/spelling.ts'
import { failure, fromErrno, isErrno, outsideRoots, undecodable, undefinedIfMissing } from './errors.ts'
import { isTemporary } from './temporary-files.ts'
import { descriptorPath, displayPath, isInside, rootOf, type Volume } from './volume.ts'

/** A path that was followed to its end without leaving the roots. */
export interface ResolvedPath {
  /** The path as the caller gave it, for error messages. */
  requestedPath: string
  /** Absolute path, without symbolic links as far as it exists. */
  path: string
  /** The path as responses show it. */
  displayPath: string
  /** undefined: nothing exists at the path. */
  stats: Stats | undefined
  /** The last existing directory on the path. */
  existing: string
  /** The names below `existing` that do not exist. */
  missing: string[]
  /** Whether a symbolic link on the path has no target. */
  dangling: boolean
}

const MAX_LINKS = 40

/** How far a path was followed. */
interface Progress {
  at: string
  stats: Stats
  /** The names that remain, in reverse order, and how many of the next ones come from a link. */
  names: string[]
  fromLink: number
  links: number
}

/**
 * Follows a path name by name and reads each symbolic link itself, so that nothing outside the roots is ever accessed, and no error
 * reveals what exists there. `follow: false` does not follow a link at the end of the path.
 */
export async function resolvePath(volume: Volume, requestedPath: string, { follow = true } = {}): Promise<ResolvedPath> {
  if (!requestedPath.isWellFormed()) throw failure('invalid_field_value', 'The path is not valid Unicode.')
  const start = await startAtRoot(volume, path.resolve(volume.base.path, requestedPath), requestedPath)
  const progress: Progress = { ...start, fromLink: 0, links: 0 }
  for (let name = progress.names.pop(); name !== undefined; name = progress.names.pop()) {
    if (isTemporary(name))
      throw failure('cannot_be_honoured', `${requestedPath} is a temporary file of the gateway, which no operation reads or changes.`)
    const next = path.resolve(progress.at, name)
    if (!rootOf(volume, next)) throw outside(volume, requestedPath)
    const stats = await lstat(next).catch(undefinedIfMissing)
    if (!stats) return missingPath(volume, progress, name, requestedPath)
    if (stats.isSymbolicLink() && (follow || progress.names.length > 0))
      await followLink(volume, progress, await readlink(next), requestedPath)
    else Object.assign(progress, { at: next, stats, fromLink: Math.max(0, progress.fromLink - 1) })
  }
  return resolvedAt(volume, progress.at, requestedPath, {
    stats: progress.stats,
    existing: path.dirname(progress.at),
    missing: [],
    dangling: false
  })
}

/** Starts at the root that contains an absolute path, given as configured or with links resolved. */
async function startAtRoot(volume: Volume, target: string, requestedPath: string): Promise<Pick<Progress, 'at' | 'stats' | 'names'>> {
  const real = rootOf(volume, target)
  const root = real ?? volume.roots.find(candidate => isInside(candidate.configuredPath, target))
  if (!root) throw outside(volume, requestedPath)
  const names = namesIn(path.relative(real ? root.path : root.configuredPath, target))
  return { at: root.path, stats: await lstat(root.path), names: names.reverse() }
}

async function followLink(volume: Volume, progress: Progress, target: string, requestedPath: string): Promise<void> {
  if (++progress.links > MAX_LINKS) throw failure('cannot_be_honoured', `${requestedPath} contains a loop of symbolic links.`)
  const start = path.isAbsolute(target)
    ? await startAtRoot(volume, path.normalize(target), requestedPath)
    : { at: progress.at, stats: progress.stats, names: namesIn(target).reverse() }
  const fromLink = Math.max(0, progress.fromLink - 1) + start.names.length
  Object.assign(progress, { ...start, names: [...progress.names, ...start.names], fromLink })
}

function missingPath(volume: Volume, { at, names, fromLink }: Progress, name: string, requestedPath: string): ResolvedPath {
  const missing = [name, ...names.toReversed()]
  const wanted = path.resolve(at, ...missing)
  if (!rootOf(volume, wanted)) throw outside(volume, requestedPath)
  return resolvedAt(volume, wanted, requestedPath, { stats: undefined, existing: at, missing, dangling: fromLink > 0 })
}

const resolvedAt = (
  volume: Volume,
  real: string,
  requestedPath: string,
  rest: Omit<ResolvedPath, 'requestedPath' | 'path' | 'displayPath'>
): ResolvedPath => ({
  requestedPath,
  path: real,
  displayPath: displayPath(volume, real),
  ...rest
})

const outside = (volume: Volume, requestedPath: string): OperationError => volume.outside?.() ?? outsideRoots(requestedPath)

const namesIn = (relative: string): string[] => relative.split(path.sep).filter(name => name !== '' && name !== '.')

/** Whether a path is a root or contains one. Such a path is never moved or deleted. */
export const containsRoot = ({ fixed }: Volume, { path: real }: ResolvedPath): boolean => fixed.some(root => isInside(real, root.path))

/** Maximum number of names to compare for suggestions. */
const MAX_NAMES = 5000

/** Returns a not-found error that suggests similar names. A name that is not UTF-8 exists, but no path can name it. */
export async function fileNotFound(volume: Volume, resolved: ResolvedPath): Promise<OperationError> {
  if (await isUndecodable(volume, resolved).catch(() => false)) return undecodable(resolved.requestedPath, 'has a name that is')
  const similar = await similarNames(volume, resolved).catch(() => [])
  return failure('file_not_found', `${resolved.requestedPath} does not exist.`, similar.length > 0 ? { suggestions: similar } : {})
}

/** Whether the first missing name is how a name that is not UTF-8 is shown, with replacement characters. */
async function isUndecodable(volume: Volume, { existing, missing: [name = ''], requestedPath }: ResolvedPath): Promise<boolean> {
  if (!name.includes(REPLACEMENT)) return false
  await using directory = await openDirectory(volume, existing, requestedPath)
  for await (const entry of await opendir(directory.at)) if (entry.name === name) return true
  return false
}

const REPLACEMENT = '\ufffd'

/** Throws if an entry of the directory has a name that is not UTF-8. */
export async function requireAddressable({ at }: OpenDirectory, names: readonly string[], requestedPath: string): Promise<void> {
  for (const name of names)
    if (name.includes(REPLACEMENT) && !(await lstat(path.join(at, name)).catch(undefinedIfMissing)))
      throw undecodable(requestedPath, 'contains an entry whose name is')
}

/** Returns entries of the last existing directory that are similar to the first missing name. */
async function similarNames(volume: Volume, { existing, missing, requestedPath }: ResolvedPath): Promise<string[]> {
  const [wanted = '', ...rest] = missing
  await using directory = await openDirectory(volume, existing, requestedPath)
  const names: string[] = []
  for await (const entry of await opendir(directory.at)) {
    if (rest.length === 0 || !entry.isFile()) names.push(entry.name)
    if (names.length === MAX_NAMES) break
  }
  const similar = near(wanted, names).map(name => path.join(existing, name))
  const whole = await Promise.all(similar.map(found => completePath(volume, found, rest)))
  return whole.map(found => displayPath(volume, found))
}

/** Returns the file itself if only a directory on the way to it was misspelled. */
async function completePath(volume: Volume, directory: string, rest: string[]): Promise<string> {
  const { stats, path: real } = await resolvePath(volume, path.join(directory, ...rest))
  return stats ? real : directory
}

/** An open directory. Paths based on `at` stay inside it, even if its name is replaced by a link. */
export interface OpenDirectory extends AsyncDisposable {
  at: string
  /** Flushes its entries to disk, after they were changed. If that fails, whether the change lasts is unknown. */
  sync: () => Promise<void>
}

/** Maximum number of nested open directories. Each needs a descriptor, and all calls share a few thousand. */
export const MAX_LEVELS = 100

export const tooDeep = (requestedPath: string): OperationError =>
  failure('cannot_be_honoured', `${requestedPath} has more than ${MAX_LEVELS} levels of directories; start at a subdirectory.`)

export const OPEN_DIRECTORY = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)

export async function openDirectory(volume: Volume, directory: string, requestedPath: string): Promise<OpenDirectory> {
  const handle = await open(directory, OPEN_DIRECTORY)
  try {
    await requireInsideRoots(volume, handle, requestedPath)
  } catch (error) {
    await handle.close()
    throw error
  }
  return {
    at: descriptorPath(handle.fd) ?? directory,
    sync: () => handle.sync().catch(error => maybeUnsynced(error, requestedPath)),
    [Symbol.asyncDispose]: () => handle.close()
  }
}

/** Network file systems may not be able to sync directories: they store their entries by themselves. */
function maybeUnsynced(error: unknown, requestedPath: string): void {
  if (!isErrno(error)) throw error
  if (error.code !== 'EINVAL') throw fromErrno(error, requestedPath, { outcome: 'unknown' })
}

/** A directory on the path may have become a link before the file was opened: only the path of the open file counts. */
async function requireInsideRoots(volume: Volume, handle: FileHandle, requestedPath: string): Promise<void> {
  const descriptor = descriptorPath(handle.fd)
  if (descriptor !== undefined && !rootOf(volume, await readlink(descriptor))) throw outside(volume, requestedPath)
}

/**
 * Runs work in the parent directory of a path. Missing parents are created; if the work fails, those that are empty are removed again, so that a
 * refused write changes nothing.
 */
export async function inParent<T>(volume: Volume, resolved: ResolvedPath, work: (parent: OpenDirectory) => Promise<T>): Promise<T> {
  const created: string[] = []
  try {
    await using parent = await openParent(volume, resolved, created)
    return await work(parent)
  } catch (error) {
    for (const directory of created.toReversed()) await removeEmpty(volume, directory, resolved.requestedPath)
    throw error
  }
}

/** Leaves a directory that is not empty, and one that cannot be removed. */
async function removeEmpty(volume: Volume, directory: string, requestedPath: string): Promise<void> {
  try {
    await using parent = await openDirectory(volume, path.dirname(directory), requestedPath)
    await rmdir(path.join(parent.at, path.basename(directory)))
  } catch {
    // The error of the work is the one to report.
  }
}

/** Opens the parent directory of a path and creates missing parents. `created`: gets the paths of those that did not exist. */
async function openParent(volume: Volume, { existing, missing, requestedPath }: ResolvedPath, created: string[]): Promise<OpenDirectory> {
  let pinned = await openDirectory(volume, existing, requestedPath)
  let real = existing
  for (const name of missing.slice(0, -1)) {
    await using parent = pinned
    real = path.join(real, name)
    await createSubdirectory(parent, name, () => created.push(real))
    pinned = await openDirectory(volume, path.join(parent.at, name), requestedPath)
  }
  return pinned
}

/** Creates a directory, unless another process just did. */
export async function createSubdirectory(parent: OpenDirectory, name: string, onCreated?: () => void): Promise<void> {
  await mkdir(path.join(parent.at, name)).then(onCreated, (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await parent.sync()
}

/** O_NONBLOCK: a FIFO without a writer would block forever. O_NOCTTY: a terminal could become the controlling one. */
const OPEN_FILE = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/** Resolves a path that must be a regular file. */
export async function resolveFile(volume: Volume, requestedPath: string): Promise<ResolvedPath & { stats: Stats }> {
  const resolved = await resolvePath(volume, requestedPath)
  if (!resolved.stats) throw await fileNotFound(volume, resolved)
  requireFile(resolved.stats, requestedPath)
  return { ...resolved, stats: resolved.stats }
}

/** Resolves a path that must be a directory. */
export async function resolveDirectory(volume: Volume, requestedPath: string): Promise<ResolvedPath> {
  const resolved = await resolvePath(volume, requestedPath)
  if (!resolved.stats) throw await fileNotFound(volume, resolved)
  if (!resolved.stats.isDirectory())
    throw failure('not_a_directory', `${requestedPath} is ${describeKind(resolved.stats)}, not a directory.`)
  return resolved
}

/** An open file, and its properties at that time. */
export interface OpenedFile extends AsyncDisposable {
  handle: FileHandle
  stats: BigIntStats
}

/** Opens a regular file for reading. The caller must close it. */
export async function openFile(volume: Volume, resolved: Pick<ResolvedPath, 'path' | 'requestedPath'>): Promise<OpenedFile> {
  const handle = await open(resolved.path, OPEN_FILE)
  try {
    const stats = await handle.stat({ bigint: true })
    requireFile(stats, resolved.requestedPath)
    await requireInsideRoots(volume, handle, resolved.requestedPath)
    return { handle, stats, [Symbol.asyncDispose]: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

export function requireFile(stats: StatsBase, requestedPath: string): void {
  if (stats.isFile()) return
  const advice = stats.isDirectory() ? { suggestions: ['Use filesystem_list_directory to list a directory.'] } : {}
  throw failure('not_a_file', `${requestedPath} is ${describeKind(stats)}, not a regular file.`, advice)
}

type StatsBase = Stats | BigIntStats

export type Kind = 'file' | 'directory' | 'symlink' | 'other'

/** Accepts Stats and Dirent. */
export function kindOf(entry: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): Kind {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'directory'
  return entry.isSymbolicLink() ? 'symlink' : 'other'
}

function describeKind(stats: StatsBase): string {
  if (stats.isFIFO()) return 'a FIFO'
  if (stats.isSocket()) return 'a socket'
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return 'a device'
  if (stats.isSymbolicLink()) return 'a symbolic link'
  return stats.isDirectory() ? 'a directory' : 'a file'
}
