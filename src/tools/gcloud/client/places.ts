import { realpathSync } from 'node:fs'
import { lstat, mkdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { refusal } from './failure.ts'

/** Where commands may run. */
export interface Places {
  /** Absolute and free of links; the first one is where a relative working directory begins. */
  roots: readonly string[]
  /** A folder of the gateway's own, empty: where a command runs that names no directory. */
  own: string
}

/** Reads the setting: directories separated by commas or by the path separator of the system. Throws in words where one does not exist. */
export function placesOf(roots: string | undefined, own: string): Places {
  const names = (roots ?? '').split(new RegExp(`[,${path.delimiter}]`)).map(name => name.trim())
  const given = names.filter(name => name !== '')
  return { own, roots: given.map(root => realRoot(root)) }
}

function realRoot(root: string): string {
  try {
    return realpathSync(path.resolve(root))
  } catch {
    throw new Error(`the root ${root} does not exist`)
  }
}

const isInside = (root: string, target: string): boolean =>
  target === root || target.startsWith(root.endsWith(path.sep) ? root : root + path.sep)

/** The directory to run in: real, and inside the roots. */
export async function directoryFor({ roots, own }: Places, given: string | undefined): Promise<string> {
  if (given === undefined) {
    await mkdir(own, { recursive: true })
    return own
  }
  const [first] = roots
  if (first === undefined) throw outside(given, 'No directories are configured: set FILESYSTEM_ROOTS, or leave working_directory out.')
  const real = given.includes('\0') ? undefined : await realPlace(path.resolve(first, given))
  if (real === undefined || !isInsideAny(roots, real)) throw outside(given)
  const stats = await stat(real).catch(() => undefined)
  if (!stats) throw refusal('file_not_found', `The working directory ${given} does not exist.`)
  if (!stats.isDirectory()) throw refusal('not_a_directory', `The working directory ${given} is no directory.`)
  return real
}

/** Where a path leads, links followed, as far as it exists; undefined where a link leads nowhere. */
export async function realPlace(target: string): Promise<string | undefined> {
  const real = await realpath(target).catch(() => undefined)
  if (real !== undefined) return real
  const leadsNowhere = await lstat(target).then(
    () => true,
    () => false
  )
  const parent = path.dirname(target)
  if (leadsNowhere || parent === target) return undefined
  const above = await realPlace(parent)
  return above === undefined ? undefined : path.join(above, path.basename(target))
}

export const isInsideAny = (roots: readonly string[], target: string): boolean => roots.some(root => isInside(root, target))

const outside = (given: string, advice = 'filesystem_list_roots says which directories may be used.') =>
  refusal('outside_roots', `${given} leads outside the roots.`, { suggestions: [advice] })
