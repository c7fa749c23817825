import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import type { Test } from 'tap'
import type { RedisEndpoint } from '../../src/lib/redis/endpoint.ts'
import { waitUntil } from './wait-until.ts'

/** A data folder with a short path. After the test, no private Redis runs in it. */
export function dataFolder(t: Pick<Test, 'teardown'>, name = ''): string {
  const root = mkdtempSync(path.join(tmpdir(), 'tg-data-'))
  const folder = path.join(root, name)
  t.teardown(async () => {
    await kill9PrivateRedis(folder)
    rmSync(root, { recursive: true, force: true })
  })
  return folder
}

/** The process of a data folder's private Redis. */
export function pidOf(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, 'redis/redis.pid'), 'utf8'))
}

/** Kills the private Redis of a data folder, if one runs. */
export async function kill9PrivateRedis(dataDir: string): Promise<void> {
  try {
    const pid = pidOf(dataDir)
    process.kill(pid, 'SIGKILL')
    await waitUntil(() => !isAlive(pid), `Redis ${pid} has ended`)
  } catch {
    // none runs
  }
}

export function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

/** A test's connection to an endpoint of one server. */
export function clientOf(t: Pick<Test, 'teardown'>, endpoint: RedisEndpoint): Redis {
  const client = new Redis({ ...endpoint.options, maxRetriesPerRequest: null, retryStrategy: () => 20 })
  client.on('error', () => {}) // a test that ends the server expects refused connections
  t.teardown(() => client.disconnect())
  return client
}

export interface OtherProcess {
  /** Its first output: whether it reused the server. */
  adopted: boolean
  kill9: () => Promise<void>
  /** Closes it, and waits for its exit. */
  close: () => Promise<void>
}

/** Another process that uses the private Redis of a data folder. */
export async function otherProcess(t: Pick<Test, 'teardown'>, dataDir: string): Promise<OtherProcess> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'private-redis-process.ts'), dataDir], {
    stdio: ['pipe', 'pipe', 'inherit']
  })
  const gone = once(child, 'exit')
  t.teardown(() => child.kill('SIGKILL'))
  const [said] = await Promise.race([once(child.stdout, 'data'), gone.then(([code]) => Promise.reject(new Error(`it ended with ${code}`)))])
  return {
    adopted: String(said).includes('adopted'),
    kill9: async () => {
      child.kill('SIGKILL')
      await gone
    },
    close: async () => {
      child.stdin.end()
      await gone
    }
  }
}
