import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { decodeCursor, encodeCursor } from '../../../../lib/cursor.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { isErrno, undefinedIfMissing, withPathErrors } from '../errors.ts'
import { type Kind, type OpenDirectory, openDirectory, resolveDirectory } from '../paths.ts'
import type { FileCall, Volume } from '../volume.ts'
import { type Entry, readEntries } from './entries.ts'
import { isHidden, type Match, parseExcludes } from './glob.ts'

export interface TreeRequest {
  path: string
  depth: number
  max_entries: number
  entries_cursor?: string
  exclude: string[]
  include_hidden: boolean
}

export interface TreeEntry {
  path: string
  name: string
  type: Kind
  depth: number
  size: number | null
  /** Number of entries of a directory. null: not read. */
  children: number | null
}

interface Level {
  real: string
  relative: string
  depth: number
}

/** The last entry of a part. */
interface Position {
  depth: number
  path: string
}

/**
 * Returns the entries below a directory. Reads level by level, so that a limit removes the deepest entries and not the last in the
 * alphabet, and returns them in the order of a printed tree. A cursor continues after an entry, so that changes between two parts do not
 * shift them.
 */
export async function directoryTree(volume: Volume, request: TreeRequest, call: FileCall) {
  const after = readPosition(request.entries_cursor)
  return await withPathErrors(request.path, async () => {
    const resolved = await resolveDirectory(volume, request.path)
    const excluded = parseExcludes(request.exclude)
    const left = (relative: string): boolean => excluded(relative) || (!request.include_hidden && isHidden(relative))
    const { entries, next } = await collectEntries(
      volume,
      { real: resolved.path, relative: '', depth: 0 },
      left,
      { ...request, after },
      call
    )
    return {
      path: resolved.displayPath,
      entries: entries.sort(inTreeOrder),
      ...(next && { next_entries_cursor: encodeCursor([next.depth, next.path]) })
    }
  })
}

function readPosition(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const [depth, path] = decodeCursor(cursor)
  if (typeof depth === 'number' && depth >= 1 && typeof path === 'string' && path !== '' && !path.includes('\0')) return { depth, path }
  throw invalidField('entries_cursor', 'was not returned by this operation', 'next_entries_cursor of the previous part, or nothing')
}

interface Collected {
  entries: TreeEntry[]
  /** Present if entries are missing after these. */
  next?: Position | undefined
}

async function collectEntries(
  volume: Volume,
  start: Level,
  left: Match,
  { depth, max_entries, after }: TreeRequest & { after: Position | undefined },
  call: FileCall
): Promise<Collected> {
  const entries: TreeEntry[] = []
  const levels: [Level, TreeEntry | undefined][] = [[start, undefined]]
  for (const [level, parent] of levels) {
    if (limitReached(call, entries.length >= max_entries)) return { entries, next: entries.at(-1) ?? after }
    const read = { limit: max_entries - entries.length, after: returnedOf(level, after), depth }
    const found = await childrenOf(volume, level, left, read, call)
    if (!found) continue
    if (parent) parent.children = found.total
    entries.push(...found.children)
    const entryOf = new Map(found.children.map(child => [child.name, child]))
    for (const name of found.directories)
      levels.push([{ real: path.join(level.real, name), relative: inside(level, name), depth: level.depth + 1 }, entryOf.get(name)])
    if (found.more) {
      truncate(call, 'limit')
      return { entries, next: entries.at(-1) ?? after }
    }
  }
  return { entries }
}

/** Returns which children of a directory earlier parts have: `all`, those up to a name, or none. */
function returnedOf({ relative, depth }: Level, after: Position | undefined): 'all' | { name: string } | undefined {
  if (!after || depth + 1 > after.depth) return undefined
  if (depth + 1 < after.depth) return 'all'
  const parent = after.path.slice(0, Math.max(0, after.path.lastIndexOf('/')))
  if (parent === relative) return { name: after.path.slice(after.path.lastIndexOf('/') + 1) }
  return sortKey(relative) < sortKey(parent) ? 'all' : undefined
}

function limitReached(call: FileCall, full: boolean): boolean {
  call.signal.throwIfAborted()
  const late = call.outOfTime()
  if (late || full) truncate(call, late ? 'timeout' : 'limit')
  return late || full
}

const truncate = (call: FileCall, reason: 'timeout' | 'limit'): void =>
  call.truncate({
    reason,
    omitted: null,
    next: 'next_entries_cursor',
    hint: 'For the entries after these, pass next_entries_cursor as entries_cursor. Or start at a subdirectory, exclude more, or raise max_entries.'
  })

const inside = ({ relative }: Level, name: string): string => (relative === '' ? name : `${relative}/${name}`)

interface Reading {
  limit: number
  after: 'all' | { name: string } | undefined
  /** Deepest level whose entries are wanted. */
  depth: number
}

/** Returns the children that follow those of earlier parts, and the names of all directories to read next. */
async function childrenOf(volume: Volume, level: Level, left: Match, { limit, after, depth }: Reading, call: FileCall) {
  const keep = (name: string): boolean => !left(inside(level, name))
  const isLast = level.depth + 1 >= depth
  if (after === 'all' && isLast) return undefined
  try {
    await using directory = await openDirectory(volume, level.real, level.relative)
    const before = after && !isLast ? await directoriesIn(directory, keep, after) : []
    if (after === 'all') return { children: [], directories: before, total: null, more: false }
    const { entries, total, more } = await readEntries(directory, { limit, keep, after: after?.name })
    const children = await Promise.all(entries.map(entry => describe(directory, entry, inside(level, entry.name), level.depth + 1)))
    const directories = isLast ? [] : entries.filter(({ kind }) => kind === 'directory').map(({ name }) => name)
    return { children, directories: [...before, ...directories], total, more }
  } catch (error) {
    if (!isErrno(error) || level.relative === '') throw error
    if (after !== 'all') call.warn(`${level.relative} could not be read (${error.code}).`)
    return undefined
  }
}

/** Returns the names of the directories that earlier parts have. */
async function directoriesIn(
  directory: OpenDirectory,
  keep: (name: string) => boolean,
  after: 'all' | { name: string }
): Promise<string[]> {
  const isReturned = (name: string): boolean => keep(name) && (after === 'all' || name <= after.name)
  const { entries } = await readEntries(directory, { limit: Number.POSITIVE_INFINITY, keep: isReturned, kind: 'directory' })
  return entries.map(({ name }) => name)
}

async function describe({ at }: OpenDirectory, { name, kind }: Entry, relative: string, depth: number): Promise<TreeEntry> {
  const stats = kind === 'file' ? await lstat(path.join(at, name)).catch(undefinedIfMissing) : undefined
  return { path: relative, name, type: kind, depth, size: stats?.size ?? null, children: null }
}

/** Sorts the slash before any other character, so that a directory is followed by its entries. */
const inTreeOrder = (a: TreeEntry, b: TreeEntry): number => (sortKey(a.path) < sortKey(b.path) ? -1 : 1)
const sortKey = (path: string): string => path.replaceAll('/', '\0')
