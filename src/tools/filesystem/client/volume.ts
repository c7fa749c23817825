import { existsSync, realpathSync } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Call } from '../../../contract/call.ts'
import { outsideConstraints, useOnly } from '../../../contract/constraints.ts'
import type { OperationError } from '../../../contract/errors.ts'
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
  /** Nothing outside of them is accessed. */
  roots: readonly Root[]
  /** The first configured root: relative paths start here. */
  base: Root
  /** Roots that are never moved or deleted, including those that contain or are inside the ones above. */
  fixed: readonly Root[]
  /** For a limited key: returns the error for a path outside of the roots. */
  outside?: () => OperationError
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
  const opened = [first, ...others]
  return { roots: opened, base: first, fixed: opened, writers: new Map(), temporaries }
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

/**
 * Returns the volume for a key that is limited to directories: they are its roots. One that does not exist, is outside of the configured roots, or is reached
 * through a symbolic link in them, allows nothing: a key with `docs/` may grant `docs/x/`, wherever a link of that name leads.
 */
export function limitToPaths(volume: Volume, limits: ReadonlyMap<string, readonly string[]>): Volume {
  const only = limits.get('path') ?? []
  const before = limitedVolumes.get(only)
  if (before?.of === volume && performance.now() < before.until) return before.limited
  const limited = limitedVolume(volume, only)
  limitedVolumes.set(only, { of: volume, limited, until: performance.now() + RESOLVED_MS })
  return limited
}

/** Resolving the paths of a key takes system calls, which block. Whatever changes in the meantime, every path that is used is resolved again. */
const RESOLVED_MS = 2_000
const limitedVolumes = new WeakMap<readonly string[], { of: Volume; limited: Volume; until: number }>()

function limitedVolume(volume: Volume, only: readonly string[]): Volume {
  const allowed = only.flatMap(name => {
    const configuredPath = path.resolve(volume.base.path, name)
    const real = realPathOf(configuredPath)
    return real !== undefined && isWithoutLinks(volume, configuredPath, real) ? { configuredPath, path: real } : []
  })
  const outside = (): OperationError => outsideConstraints(useOnly('path', only, 'Filesystem'))
  return { ...volume, roots: allowed, fixed: [...volume.fixed, ...allowed], outside }
}

/** Whether no part of an absolute path below a root is a symbolic link. The root itself may be reached through one. */
const isWithoutLinks = ({ roots }: Volume, name: string, real: string): boolean =>
  roots.some(root =>
    [root.configuredPath, root.path].some(
      directory => isInside(directory, name) && path.join(root.path, path.relative(directory, name)) === real
    )
  )

function realPathOf(name: string): string | undefined {
  try {
    return realpathSync(name)
  } catch {
    return undefined
  }
}

/** The separator matters: `/data-evil` is not inside `/data`. */
export const isInside = (directory: string, name: string): boolean =>
  name === directory || name.startsWith(directory.endsWith(path.sep) ? directory : directory + path.sep)

/** Returns the innermost root that contains an absolute path. */
export function rootOf({ roots }: Volume, real: string): Root | undefined {
  return roots.filter(root => isInside(root.path, real)).sort((a, b) => b.path.length - a.path.length)[0]
}

/** Returns a path as responses show it and as inputs accept it: relative to the first root, or absolute if it is in another root. */
export function displayPath({ base }: Volume, real: string): string {
  if (!isInside(base.path, real)) return real
  return path.relative(base.path, real) || '.'
}

/** The parts of a call that the client uses. */
export type FileCall = Pick<Call<unknown>, 'caller' | 'signal' | 'outOfTime' | 'truncate' | 'warn' | 'progress'>
