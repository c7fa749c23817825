import { execFile } from 'node:child_process'
import { existsSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { withFileLock } from '../../src/lib/file-lock.ts'

const folder = import.meta.dirname
const mark = path.join(folder, 'node_modules/.package-lock.json')

/** Where the checkers' programs are, once they are installed: the first caller installs them, callers at the same time wait for it. */
export async function installCheckers(): Promise<string> {
  await withFileLock(path.join(folder, '../../node_modules/.checkers.lock'), install, 300_000)
  return path.join(folder, 'node_modules/.bin')
}

async function install(): Promise<void> {
  if (existsSync(mark) && statSync(mark).mtimeMs >= statSync(path.join(folder, 'package-lock.json')).mtimeMs) return
  await promisify(execFile)('npm', ['ci', '--loglevel=error'], { cwd: folder })
  const now = new Date()
  utimesSync(mark, now, now)
}
