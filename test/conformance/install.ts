import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { withFileLock } from '../../src/lib/file-lock.ts'

const here = import.meta.dirname
const MAX_INSTALL = 400_000

/** The folder of the checkers' programs, once they are installed. The first caller installs them; concurrent callers wait. */
export const installCheckers = async (): Promise<string> => await installed(here)

/** The same for programs of the slow tests only. */
export const installSlowCheckers = async (): Promise<string> => await installed(path.join(here, 'slow'))

/** Installs the agent frameworks. Returns their folder, in which programs can import them. */
export async function installAgents(): Promise<string> {
  const folder = path.join(here, 'agents')
  await installed(folder)
  return folder
}

async function installed(folder: string): Promise<string> {
  t.setTimeout(MAX_INSTALL)
  await withFileLock(path.join(here, '../../node_modules/.checkers.lock'), () => install(folder), MAX_INSTALL)
  return path.join(folder, 'node_modules/.bin')
}

/** Installed in a temporary folder and moved as a whole: a test that starts in the meantime must not import half a package. */
async function install(folder: string): Promise<void> {
  const installed = path.join(folder, 'node_modules')
  const mark = path.join(installed, '.package-lock.json')
  const staging = path.join(here, 'generated/install')
  if (existsSync(mark) && statSync(mark).mtimeMs >= statSync(path.join(folder, 'package-lock.json')).mtimeMs) return
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { recursive: true })
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(path.join(folder, file), path.join(staging, file))
  await promisify(execFile)('npm', ['ci', '--loglevel=error'], { cwd: staging })
  rmSync(installed, { recursive: true, force: true })
  renameSync(path.join(staging, 'node_modules'), installed)
  rmSync(staging, { recursive: true })
  const now = new Date()
  utimesSync(mark, now, now)
}
