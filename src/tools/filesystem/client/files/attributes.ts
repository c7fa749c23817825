import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import { isErrno } from '../errors.ts'

/** `unknown`: this host has no GNU cp, so it is unknown whether there were any. */
export type AttributeOutcome = 'kept' | 'lost' | 'unknown'

/** Whether cp has the options below; found out with its first run. */
let isSupported = process.platform === 'linux'

/** Longer than any copy of attributes takes; a hanging network file system must not block the write. */
const MAX_MS = 10_000

/**
 * Copies extended attributes and access control lists from one open file to another. Node has no call for them, so GNU cp copies them between
 * descriptors, which no change of a path can redirect.
 */
export async function copyAttributes(from: FileHandle, to: FileHandle): Promise<AttributeOutcome> {
  if (!isSupported) return 'unknown'
  const child = spawn('cp', ['--attributes-only', '--preserve=mode,xattr', '--', '/proc/self/fd/3', '/proc/self/fd/4'], {
    stdio: ['ignore', 'ignore', 'pipe', from.fd, to.fd],
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    timeout: MAX_MS
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(0, 1_000)
  })
  // Too many processes or open files is not a reason to do without it from now on.
  const [code] = await once(child, 'close').catch(error => [isErrno(error) && error.code === 'ENOENT' ? NOT_STARTED : null])
  if (code === 0) return 'kept'
  if (code === NOT_STARTED || /unrecognized option|invalid option|cannot preserve extended attributes/.test(errors)) isSupported = false
  return isSupported ? 'lost' : 'unknown'
}

const NOT_STARTED = -1
