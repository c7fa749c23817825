import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Where gcloud is, and how it is started. */
export interface Installation {
  program: string
  /** In front of the arguments of gcloud. */
  before: readonly string[]
  /** The folder of the SDK; undefined where it cannot be told, as of a wrapper. */
  root: string | undefined
}

/** Looks for gcloud where it is said to be, or on the PATH; undefined where it is not installed. */
export function findGcloud(
  configured: string | undefined,
  { platform = process.platform, searchPath = process.env['PATH'] ?? process.env['Path'] ?? '' } = {}
): Installation | undefined {
  const names = platform === 'win32' ? ['gcloud.cmd'] : ['gcloud']
  const places = searchPath.split(path.delimiter).filter(folder => folder !== '')
  const candidates =
    configured === undefined ? places.flatMap(folder => names.map(name => path.join(folder, name))) : [path.resolve(configured)]
  const found = candidates.find(isRunnable)
  return found === undefined ? undefined : launchOf(found, platform)
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, process.platform === 'win32' ? constants.F_OK : constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** On Windows gcloud is a batch file, which only cmd.exe runs, by quoting of its own: what the batch file starts is started in its place. */
export function launchOf(file: string, platform: NodeJS.Platform, exists = existsSync): Installation {
  const real = platform === process.platform ? realpathSync(file) : file
  const sdk = path.dirname(path.dirname(real))
  const root = exists(path.join(sdk, 'lib/gcloud.py')) ? sdk : undefined
  if (platform !== 'win32') return { program: file, before: [], root }
  const python = path.join(sdk, 'platform/bundledpython/python.exe')
  return { program: exists(python) ? python : 'python', before: ['-S', path.join(sdk, 'lib/gcloud.py')], root }
}

/** The version of the SDK, read without running it. */
export async function versionIn(root: string | undefined): Promise<string | undefined> {
  if (root === undefined) return undefined
  const text = await readFile(path.join(root, 'VERSION'), 'utf8').catch(() => '')
  return text.trim() || undefined
}
