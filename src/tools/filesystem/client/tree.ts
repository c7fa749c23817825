import { lstat } from 'node:fs/promises'
import path from 'node:path'
import type { Truncation } from '../../../contract/handed.ts'
import { type Entry, entriesOf } from './entries.ts'
import { isErrno, onDisk, orMissing } from './failures.ts'
import { excluderOf, isHidden, type Match } from './glob.ts'
import { type Kind, locateDirectory } from './open.ts'
import { type Pinned, pin } from './pin.ts'
import type { Turn } from './turn.ts'
import type { Volume } from './volume.ts'

export interface TreeRequest {
  path: string
  depth: number
  max_entries: number
  exclude: string[]
  include_hidden: boolean
}

export interface TreeEntry {
  path: string
  name: string
  type: Kind
  depth: number
  size: number | null
  /** Of a directory: how many entries it has. null: it was not looked into. */
  children: number | null
}

interface Level {
  real: string
  relative: string
  depth: number
}

/**
 * A directory and what is below it, level by level, so that a bound cuts off what lies deep and not what lies late in the
 * alphabet; answered in the order of a printed tree.
 */
export async function directoryTree(volume: Volume, request: TreeRequest, turn: Turn) {
  return await onDisk(request.path, async () => {
    const place = await locateDirectory(volume, request.path)
    const excluded = excluderOf(request.exclude)
    const left = (relative: string): boolean => excluded(relative) || (!request.include_hidden && isHidden(relative))
    const entries = await grow(volume, { real: place.path, relative: '', depth: 0 }, left, request, turn)
    return { path: place.shown, entries: entries.sort(inTreeOrder) }
  })
}

async function grow(volume: Volume, start: Level, left: Match, { depth, max_entries }: TreeRequest, turn: Turn): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = []
  const levels: [Level, TreeEntry | undefined][] = [[start, undefined]]
  for (const [level, parent] of levels) {
    if (isOver(turn, entries.length >= max_entries)) break
    const found = await childrenOf(volume, level, left, max_entries - entries.length, turn)
    if (!found) continue
    if (parent) parent.children = found.total
    if (found.more) cut(turn, 'limit')
    for (const child of found.children) {
      entries.push(child)
      if (child.type === 'directory' && child.depth < depth)
        levels.push([{ real: path.join(level.real, child.name), relative: child.path, depth: child.depth }, child])
    }
  }
  return entries
}

function isOver(turn: Turn, full: boolean): boolean {
  turn.signal.throwIfAborted()
  const late = turn.outOfTime()
  if (late || full) cut(turn, late ? 'timeout' : 'limit')
  return late || full
}

const cut = (turn: Turn, reason: Truncation['reason']): void =>
  turn.truncate({ reason, omitted: null, hint: 'Begin further down, exclude more, or raise max_entries.' })

async function childrenOf(volume: Volume, level: Level, left: Match, most: number, turn: Turn) {
  const pathOf = (name: string): string => (level.relative === '' ? name : `${level.relative}/${name}`)
  try {
    await using directory = await pin(volume, level.real, level.relative)
    const { entries, total, more } = await entriesOf(directory, { most, keep: name => !left(pathOf(name)) })
    const children = await Promise.all(entries.map(entry => describe(directory, entry, pathOf(entry.name), level.depth + 1)))
    return { children, total, more }
  } catch (error) {
    if (!isErrno(error) || level.relative === '') throw error
    turn.warn(`${level.relative} could not be read (${error.code}).`)
    return undefined
  }
}

async function describe({ at }: Pinned, { name, kind }: Entry, relative: string, depth: number): Promise<TreeEntry> {
  const stats = kind === 'file' ? await lstat(path.join(at, name)).catch(orMissing) : undefined
  return { path: relative, name, type: kind, depth, size: stats?.size ?? null, children: null }
}

/** The slash comes before any other character, so that a directory is followed by what it holds. */
const inTreeOrder = (a: TreeEntry, b: TreeEntry): number => (key(a) < key(b) ? -1 : 1)
const key = ({ path }: TreeEntry): string => path.replaceAll('/', '\0')
