import { existsSync } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Shared, Spawn } from '../../../contract/lent.ts'
import type { Availability } from '../../../contract/tool.ts'
import type { Places } from '../../../lib/pool.ts'

export interface Root {
  /** As it was configured, absolute. */
  given: string
  /** Free of symbolic links, so that it compares with what realpath says of a file. */
  path: string
}

/** What may be run on this host, and how. */
export interface Programs {
  allowed: readonly string[]
  places: Places
  spawn: Spawn
  shared: Shared
}

/** What the operations act on: the roots, and who is writing where just now. */
export interface Volume {
  /** The first is the one that relative paths are read from. */
  roots: readonly [Root, ...Root[]]
  /** The last writer in line at each path. */
  writers: Map<string, Promise<void>>
  /** Programs that may be run; undefined where none may. */
  programs?: Programs
}

const SEPARATORS = new RegExp(`[,${path.delimiter}]`)

/** Reads `/data:/srv/docs`; throws a sentence that names every root that cannot be used. */
export async function openVolume(roots: string): Promise<Volume> {
  const names = roots
    .split(SEPARATORS)
    .map(name => name.trim())
    .filter(name => name !== '')
  const found = await Promise.allSettled(names.map(openRoot))
  const problems = found.filter(result => result.status === 'rejected').map(result => String(result.reason.message))
  if (problems.length > 0) throw new Error(problems.join('; '))
  const [first, ...others] = found.filter(result => result.status === 'fulfilled').map(result => result.value)
  if (!first) throw new Error('names no directory')
  return { roots: [first, ...others], writers: new Map() }
}

async function openRoot(name: string): Promise<Root> {
  const given = path.resolve(name)
  const real = await realpath(given).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${name} cannot be opened (${error.code})`)
  })
  if (!(await stat(real)).isDirectory()) throw new Error(`${name} is not a directory`)
  return { given, path: real }
}

export async function availabilityOf({ roots }: Volume): Promise<Availability> {
  for (const root of roots) {
    const failure = await readdir(root.path).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code
    )
    if (failure !== undefined) return { available: false, reason: `The root ${root.given} cannot be read (${failure})` }
  }
  return { available: true }
}

/** Where the kernel tells which file a descriptor has open, and lets paths start at one. */
const DESCRIPTORS = '/proc/self/fd'
const hasDescriptors = existsSync(DESCRIPTORS)

/** The path of an open descriptor, undefined where the system does not tell. */
export const descriptorPath = (fd: number): string | undefined => (hasDescriptors ? `${DESCRIPTORS}/${fd}` : undefined)

/** The separator counts: `/data-evil` is not inside `/data`. */
export const isInside = (directory: string, name: string): boolean =>
  name === directory || name.startsWith(directory.endsWith(path.sep) ? directory : directory + path.sep)

/** The innermost root that holds a real path. */
export function rootOf({ roots }: Volume, real: string): Root | undefined {
  return roots.filter(root => isInside(root.path, real)).sort((a, b) => b.path.length - a.path.length)[0]
}

/** A path as answers name it, and as it can be given back: relative to the first root, absolute in the others. */
export function shownPath({ roots: [first] }: Volume, real: string): string {
  if (!isInside(first.path, real)) return real
  return path.relative(first.path, real) || '.'
}
