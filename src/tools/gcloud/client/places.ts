import { readdirSync, realpathSync } from 'node:fs'
import { mkdir, realpath, stat } from 'node:fs/promises'
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
  const target = path.resolve(first, given)
  if (given.includes('\0') || !isInsideAny(roots, target)) throw outside(given)
  const real = await realpath(target).catch(() => undefined)
  if (real !== undefined && !isInsideAny(roots, real)) throw outside(given)
  const stats = real === undefined ? undefined : await stat(real)
  if (real === undefined || !stats) throw refusal('file_not_found', `The working directory ${given} does not exist.`)
  if (!stats.isDirectory()) throw refusal('not_a_directory', `The working directory ${given} is no directory.`)
  return real
}

const isInsideAny = (roots: readonly string[], target: string): boolean => roots.some(root => isInside(root, target))

const outside = (given: string, advice = 'filesystem_list_roots says which directories may be used.') =>
  refusal('outside_roots', `${given} leads outside the roots.`, { suggestions: [advice] })

/**
 * The argument that names a place on this machine outside the roots; undefined where none does. Many a command reads a file that it is given by
 * its path, so a path is taken for one wherever it stands.
 */
export function strayIn(args: readonly string[], { roots }: Places): string | undefined {
  const [own] = args.includes('--') ? [args.slice(0, args.indexOf('--'))] : [args]
  return own.find(arg => piecesOf(arg).some(piece => isStray(piece, roots)))
}

/** Addresses are no paths; what is left is cut where a value can begin. */
const piecesOf = (arg: string): string[] =>
  arg
    .replaceAll(/\b(?!file:)[a-z][a-z0-9+.-]*:\/\/[^\s,;"']*/gi, '')
    .replaceAll(/(^|[=,@\s])\/\/[a-z0-9-]+\.googleapis\.com\//g, '$1')
    .split(/[=,@:;\s"']+/)

function isStray(piece: string, roots: readonly string[]): boolean {
  if (piece.startsWith('~') || piece === 'file' || /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(piece)) return true
  if (/^[a-zA-Z]?[\\]/.test(piece)) return true
  if (!piece.startsWith('/')) return false
  const [, first = ''] = path.posix.normalize(piece).split('/')
  return topNames().has(first) && !isInsideAny(roots, path.resolve(piece))
}

let top: ReadonlySet<string> | undefined

/** What is at the top of this machine's disk: /healthz is none of it, and may be part of an address. */
function topNames(): ReadonlySet<string> {
  top ??= new Set(readdirSync('/'))
  return top
}
