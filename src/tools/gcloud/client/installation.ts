import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** How to start gcloud. */
export interface Installation {
  program: string
  /** Arguments before those of gcloud. */
  before: readonly string[]
  /** The folder of the SDK; undefined if unknown, as for a wrapper script. */
  root: string | undefined
}

/** Finds gcloud at the configured path or on the PATH; undefined if it is not installed. */
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

/** On Windows, gcloud is a batch file, which needs cmd.exe with its own quoting. The Python program behind it is started instead. */
export function launchOf(file: string, platform: NodeJS.Platform, exists = existsSync): Installation {
  const real = platform === process.platform ? realpathSync(file) : file
  const sdk = path.dirname(path.dirname(real))
  const root = exists(path.join(sdk, 'lib/gcloud.py')) ? sdk : undefined
  if (platform !== 'win32') return { program: file, before: [], root }
  const python = path.join(sdk, 'platform/bundledpython/python.exe')
  return { program: exists(python) ? python : 'python', before: ['-S', path.join(sdk, 'lib/gcloud.py')], root }
}

/** Reads the version of the SDK without running it. */
export async function versionIn(root: string | undefined): Promise<string | undefined> {
  if (root === undefined) return undefined
  const text = await readFile(path.join(root, 'VERSION'), 'utf8').catch(() => '')
  return text.trim() || undefined
}
