import { existsSync } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Call } from '../../../contract/call.ts'
import type { Spawn } from '../../../contract/runtime.ts'
import type { Availability } from '../../../contract/tool.ts'
import type { ConcurrencySlots } from '../../../lib/pool.ts'
import { createTemporaries, type Temporaries } from './temporary-files.ts'

export interface Root {
  /** The configured path, made absolute. */
  configuredPath: string
  /** The path without symbolic links, so that it compares with realpath. */
  path: string
}

/** Programs that may run on this host, and how. */
export interface Programs {
  allowed: readonly string[]
  slots: ConcurrencySlots
  spawn: Spawn
}

/** The roots, and the state that all operations on them share. */
export interface Volume {
  /** Relative paths start at the first one. */
  roots: readonly [Root, ...Root[]]
  /** Last writer in the queue of each path. */
  writers: Map<string, Promise<void>>
  /** Temporary files in use. */
  temporaries: Temporaries
  /** undefined: no programs are allowed. */
  programs?: Programs
}

const SEPARATOR = new RegExp(`[,${path.delimiter}]`)

/** Returns the directories in the setting, as they are written there. */
export const parseRoots = (roots: string): string[] =>
  roots
    .split(SEPARATOR)
    .map(name => name.trim())
    .filter(name => name !== '')

/**
 * Opens the roots in a setting such as `/data:/srv/docs`. Throws one message that lists every root that cannot be used. `notes`: folder
 * for records of temporary files; those of killed processes are removed.
 */
export async function openVolume(roots: string, notes?: string): Promise<Volume> {
  const found = await Promise.allSettled(parseRoots(roots).map(openRoot))
  const problems = found.filter(result => result.status === 'rejected').map(result => String(result.reason.message))
  if (problems.length > 0) throw new Error(problems.join('; '))
  const [first, ...others] = found.filter(result => result.status === 'fulfilled').map(result => result.value)
  if (!first) throw new Error('contains no directory')
  const temporaries = createTemporaries(notes)
  void temporaries.sweep()
  return { roots: [first, ...others], writers: new Map(), temporaries }
}

async function openRoot(name: string): Promise<Root> {
  const configuredPath = path.resolve(name)
  const real = await realpath(configuredPath).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${name} cannot be opened (${error.code})`)
  })
  if (!(await stat(real)).isDirectory()) throw new Error(`${name} is not a directory`)
  return { configuredPath, path: real }
}

export async function checkAvailability({ roots }: Volume): Promise<Availability> {
  for (const root of roots) {
    const failure = await readdir(root.path).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code
    )
    if (failure !== undefined) return { available: false, reason: `The root ${root.configuredPath} cannot be read (${failure})` }
  }
  return { available: true }
}

/** Linux lists the files of open descriptors here, and accepts paths that start with one. */
const DESCRIPTORS = '/proc/self/fd'
const hasDescriptors = existsSync(DESCRIPTORS)

/** Returns the path of an open descriptor, or undefined on other platforms. */
export const descriptorPath = (fd: number): string | undefined => (hasDescriptors ? `${DESCRIPTORS}/${fd}` : undefined)

/** The separator matters: `/data-evil` is not inside `/data`. */
export const isInside = (directory: string, name: string): boolean =>
  name === directory || name.startsWith(directory.endsWith(path.sep) ? directory : directory + path.sep)

/** Returns the innermost root that contains an absolute path. */
export function rootOf({ roots }: Volume, real: string): Root | undefined {
  return roots.filter(root => isInside(root.path, real)).sort((a, b) => b.path.length - a.path.length)[0]
}

/** Returns a path as responses show it and as inputs accept it: relative to the first root, absolute in the others. */
export function displayPath({ roots: [first] }: Volume, real: string): string {
  if (!isInside(first.path, real)) return real
  return path.relative(first.path, real) || '.'
}

/** The parts of a call that the client uses. */
export type FileCall = Pick<Call<unknown>, 'caller' | 'signal' | 'outOfTime' | 'truncate' | 'warn' | 'progress'>
