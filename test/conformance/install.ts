import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { withFileLock } from '../../src/lib/file-lock.ts'

const here = import.meta.dirname
const LONGEST_INSTALL = 400_000

/** Where the checkers' programs are, once they are installed: the first caller installs them, callers at the same time wait for it. */
export const installCheckers = async (): Promise<string> => await installed(here)

/** The same of those that only the slow judges need. */
export const installSlowCheckers = async (): Promise<string> => await installed(path.join(here, 'slow'))

async function installed(folder: string): Promise<string> {
  t.setTimeout(LONGEST_INSTALL)
  await withFileLock(path.join(here, '../../node_modules/.checkers.lock'), () => install(folder), LONGEST_INSTALL)
  return path.join(folder, 'node_modules/.bin')
}

/** Beside their place, and moved there whole: a test that is starting meanwhile must not import half a package. */
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
