import { realpathSync } from 'node:fs'
import { lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { refusal } from './errors.ts'

/** The directories that commands may run in. */
export interface CommandFolders {
  /** Absolute and free of links. A relative working directory starts at the first one. */
  roots: readonly string[]
  /** An empty folder of the gateway, for commands without a working directory. */
  own: string
}

/** Returns the directories in the setting, as they are written there. */
export const parseRoots = (roots = ''): string[] =>
  roots
    .split(new RegExp(`[,${path.delimiter}]`))
    .map(name => name.trim())
    .filter(name => name !== '')

/** Returns the folder with gcloud's login, and files with credentials that its environment names. */
export function credentialFiles(environment: Readonly<Record<string, string | undefined>>): string[] {
  const files = ['GOOGLE_APPLICATION_CREDENTIALS', 'CLOUDSDK_AUTH_ACCESS_TOKEN_FILE', 'CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE']
  const folder = environment['CLOUDSDK_CONFIG'] || path.join(environment['HOME'] || homedir(), '.config/gcloud')
  return [folder, ...files.flatMap(name => environment[name] || [])].map(name => path.resolve(name))
}

/** Parses the setting: directories separated by commas or by the path separator of the operating system. Throws if one does not exist. */
export function openFolders(roots: string | undefined, own: string): CommandFolders {
  return { own, roots: parseRoots(roots).map(realRoot) }
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

/** Returns the real directory to run in, which must be inside the roots. */
export async function resolveDirectory({ roots, own }: CommandFolders, requestedPath: string | undefined): Promise<string> {
  if (requestedPath === undefined) {
    await mkdir(own, { recursive: true, mode: 0o555 }) // no command leaves a file there for the next one
    return own
  }
  const [first] = roots
  if (first === undefined) throw outside(requestedPath, 'No directories are configured: set FILESYSTEM_ROOTS, or omit working_directory.')
  const real = requestedPath.includes('\0') ? undefined : await realPath(path.resolve(first, requestedPath))
  if (real === undefined || !isInsideAny(roots, real)) throw outside(requestedPath)
  const stats = await stat(real).catch(() => undefined)
  if (!stats) throw refusal('file_not_found', `The working directory ${requestedPath} does not exist.`)
  if (!stats.isDirectory()) throw refusal('not_a_directory', `The working directory ${requestedPath} is not a directory.`)
  return real
}

/** Maximum length of a path on Linux, in bytes. */
const MAX_PATH_BYTES = 4_096

/**
 * Returns the real path of `target` with its links followed, as far as it exists. Returns undefined if a link is broken, or if the path is longer
 * than any real one. Names are read from the top down and end at the first missing one, so that a long path costs no more than a short one.
 */
export async function realPath(target: string): Promise<string | undefined> {
  if (Buffer.byteLength(target) > MAX_PATH_BYTES) return undefined
  const whole = await realpath(target).catch(() => undefined)
  if (whole !== undefined) return whole
  const { root } = path.parse(target)
  const names = target.slice(root.length).split(path.sep).filter(Boolean)
  let current = root
  for (const [index, name] of names.entries()) {
    const next = path.join(current, name)
    const stats = await lstat(next).catch(() => undefined)
    if (!stats) return path.join(current, ...names.slice(index))
    const real = stats.isSymbolicLink() ? await realpath(next).catch(() => undefined) : next
    if (real === undefined) return undefined
    current = real
  }
  return current
}

export const isInsideAny = (roots: readonly string[], target: string): boolean => roots.some(root => isInside(root, target))

const outside = (requestedPath: string, advice = 'List the accessible directories with filesystem_list_roots.') =>
  refusal('outside_roots', `${requestedPath} is outside the roots.`, { suggestions: [advice] })
