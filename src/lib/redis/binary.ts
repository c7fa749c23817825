import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const NAMES = ['redis-server', 'valkey-server']

/** Where the Redis (or Valkey) server program is: the first of its names on PATH, or undefined. */
export function findRedisServer(searchPath = process.env['PATH'] ?? ''): string | undefined {
  const folders = searchPath.split(path.delimiter).filter(folder => folder !== '')
  return NAMES.flatMap(name => folders.map(folder => path.join(folder, name))).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
