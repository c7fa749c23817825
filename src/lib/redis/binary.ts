import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const NAMES = ['redis-server', 'valkey-server']

/** The folders of Homebrew: the PATH of a gateway that a macOS desktop starts does not contain them. */
const HOMEBREW = ['/opt/homebrew/bin', '/usr/local/bin']

/** Returns the path of the Redis (or Valkey) server program on PATH; undefined if there is none. */
export function findRedisServer(searchPath = process.env['PATH'] ?? ''): string | undefined {
  const folders = [...searchPath.split(path.delimiter).filter(folder => folder !== ''), ...HOMEBREW]
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
