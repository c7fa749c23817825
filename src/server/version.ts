import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PACKAGE_FOLDER } from '../folders.ts'

/** Returns the version of Toolgate, from its package.json. */
export function versionOf(): string {
  const file = path.join(PACKAGE_FOLDER, 'package.json')
  const { version } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { version: '0.0.0' }
  return String(version)
}
