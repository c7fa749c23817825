import type { Stats } from 'node:fs'
import { lstat, readlink } from 'node:fs/promises'
import path from 'node:path'
import { failure, orMissing, outsideRoots } from './failures.ts'
import { isInside, rootOf, shownPath, type Volume } from './volume.ts'

/** A path that was followed to its end without leaving the roots. */
export interface Place {
  /** As the caller gave it; errors say this one. */
  given: string
  /** Absolute and free of symbolic links, as far as it exists. */
  path: string
  /** As answers name it. */
  shown: string
  /** Of what is there; undefined: nothing. */
  stats: Stats | undefined
  /** The last directory on the way that exists. */
  existing: string
  /** The names below it that do not. */
  missing: string[]
  /** A symbolic link on the way leads to nothing. */
  dangling: boolean
}

const MOST_LINKS = 40

/** How far a path was followed. */
interface Way {
  at: string
  stats: Stats
  /** The names still to go, in reverse order, and how many of the next ones a link said. */
  names: string[]
  fromLink: number
  links: number
}

/**
 * Follows a path name by name, reading each link itself: nothing outside the roots is ever touched, and so nothing is told of
 * what is there. `follow: false` stops at a link that is the last name.
 */
export async function locate(volume: Volume, given: string, { follow = true } = {}): Promise<Place> {
  if (!given.isWellFormed()) throw failure('invalid_field_value', 'The path is not valid Unicode.')
  const start = await enter(volume, path.resolve(volume.roots[0].path, given), given)
  const way: Way = { ...start, fromLink: 0, links: 0 }
  for (let name = way.names.pop(); name !== undefined; name = way.names.pop()) {
    const next = path.resolve(way.at, name)
    if (!rootOf(volume, next)) throw outsideRoots(given)
    const stats = await lstat(next).catch(orMissing)
    if (!stats) return nothing(volume, way, name, given)
    if (stats.isSymbolicLink() && (follow || way.names.length > 0)) await followLink(volume, way, await readlink(next), given)
    else Object.assign(way, { at: next, stats, fromLink: Math.max(0, way.fromLink - 1) })
  }
  return placeAt(volume, way.at, given, { stats: way.stats, existing: path.dirname(way.at), missing: [], dangling: false })
}

/** Starts at the root that holds an absolute path, as configured or as it really is. */
async function enter(volume: Volume, target: string, given: string): Promise<Pick<Way, 'at' | 'stats' | 'names'>> {
  const real = rootOf(volume, target)
  const root = real ?? volume.roots.find(candidate => isInside(candidate.given, target))
  if (!root) throw outsideRoots(given)
  const names = namesOf(path.relative(real ? root.path : root.given, target))
  return { at: root.path, stats: await lstat(root.path), names: names.reverse() }
}

async function followLink(volume: Volume, way: Way, target: string, given: string): Promise<void> {
  if (++way.links > MOST_LINKS) throw failure('cannot_be_honoured', `${given} has symbolic links that go round in a circle.`)
  const start = path.isAbsolute(target)
    ? await enter(volume, path.normalize(target), given)
    : { at: way.at, stats: way.stats, names: namesOf(target).reverse() }
  const fromLink = Math.max(0, way.fromLink - 1) + start.names.length
  Object.assign(way, { ...start, names: [...way.names, ...start.names], fromLink })
}

function nothing(volume: Volume, { at, names, fromLink }: Way, name: string, given: string): Place {
  const missing = [name, ...names.toReversed()]
  const wanted = path.resolve(at, ...missing)
  if (!rootOf(volume, wanted)) throw outsideRoots(given)
  return placeAt(volume, wanted, given, { stats: undefined, existing: at, missing, dangling: fromLink > 0 })
}

const placeAt = (volume: Volume, real: string, given: string, rest: Omit<Place, 'given' | 'path' | 'shown'>): Place => ({
  given,
  path: real,
  shown: shownPath(volume, real),
  ...rest
})

const namesOf = (relative: string): string[] => relative.split(path.sep).filter(name => name !== '' && name !== '.')

/** A root itself, or a directory that holds one: never to be moved or deleted. */
export const holdsRoot = ({ roots }: Volume, { path: real }: Place): boolean => roots.some(root => isInside(real, root.path))
