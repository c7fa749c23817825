import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { Redis } from 'ioredis'
import type { Address } from './address.ts'
import { clientOptions } from './address.ts'
import type { Files } from './conf.ts'

const MAX_WAIT_MS = 1_000

/**
 * `serving`: a Redis serves this folder. `loading`: it runs, but is loading its data or frozen. `foreign`: another program listens at this
 * address. `absent`: none does.
 */
export type Probe = 'serving' | 'loading' | 'foreign' | 'absent'

export async function probe(address: Address, { folder }: Files): Promise<Probe> {
  const client = new Redis({
    ...clientOptions(address),
    lazyConnect: true,
    connectTimeout: MAX_WAIT_MS,
    commandTimeout: MAX_WAIT_MS,
    enableReadyCheck: false,
    retryStrategy: null
  })
  let cause: unknown // connect() itself rejects only with "Connection is closed"
  client.on('error', error => {
    cause = error
  })
  try {
    await client.connect()
    await client.ping() // refused while it loads its data, when it accepts CONFIG
    const [, directory] = await client.config('GET', 'dir').then(reply => (Array.isArray(reply) ? reply.map(String) : []))
    return directory !== undefined && realpathSync(directory) === realpathSync(folder) ? 'serving' : 'foreign'
  } catch (error) {
    return judge(cause ?? error)
  } finally {
    client.disconnect()
  }
}

function judge(error: unknown): Probe {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTSOCK') return 'absent'
  const text = String(error)
  if (/LOADING|timed out|ETIMEDOUT|EAGAIN|closed/i.test(text)) return 'loading'
  return 'foreign'
}

/** Returns the process in the folder's pid file, if it is running and is a Redis of this folder. */
export function livingPid(files: Files): number | undefined {
  const pid = readPid(files.pid)
  return pid !== undefined && isServerOf(pid, files.folder) ? pid : undefined
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    return Number.isInteger(pid) && pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}

/**
 * The operating system reuses process IDs. On Linux, the working directory of the process must be our folder; on other systems, its name
 * must match.
 */
function isServerOf(pid: number, folder: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
    return /redis-server|valkey-server/.test(execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }))
  } catch {
    return false
  }
}
