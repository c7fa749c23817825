import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Redis } from 'ioredis'
import type { Test } from 'tap'
import { findRedisServer } from '../../src/lib/redis/binary.ts'
import type { ClientOptions } from '../../src/lib/redis/endpoint.ts'

export interface TestRedis {
  /** A value for REDIS_URL: `unix:///…/redis.sock`. */
  url: string
  options: ClientOptions
  /** A new connection, closed with the test. */
  client(options?: ClientOptions): Redis
  /** Kills the server, as a power failure would. */
  kill9(): Promise<void>
  /** Restarts it with the same data (kills it first if it still runs). */
  restart(): Promise<void>
  /** Stops and continues the process (SIGSTOP, SIGCONT): a server that does not respond. */
  freeze(): void
  thaw(): void
}

/** A connection to a Redis that does not exist. */
export function unavailableRedis(t: Pick<Test, 'teardown'>): Redis {
  const client = new Redis({ path: '/nonexistent/redis.sock', lazyConnect: true, enableOfflineQueue: false, retryStrategy: () => null })
  client.on('error', () => {})
  t.teardown(() => client.disconnect())
  return client
}

// The server runs under a shell that waits for the end of its input: it ends with this process, however that ends, and leaves no folder.
const GUARD = '"$@" 2>&1 & echo "pid $!"; exec >&-; read -r word; kill -9 $!; wait $!; [ "$word" ] || rm -rf "$0"'

interface Server {
  pid: number
  guard: ChildProcess
}

/**
 * A temporary real Redis for one test, with its own folder and unix socket, an append-only file that is synced at once, and no eviction, like the private one.
 * `extra` is added to its command line, e.g. `['--appendonly', 'no']`.
 */
export async function startTestRedis(t: Pick<Test, 'teardown'>, extra: string[] = []): Promise<TestRedis> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tg-redis-'))
  const socket = path.join(folder, 'redis.sock')
  const clients: Redis[] = []
  let server = await launch(folder, socket, extra)

  t.teardown(async () => {
    for (const client of clients) client.disconnect()
    await end(server)
    rmSync(folder, { recursive: true, force: true })
  })

  return {
    url: `unix://${socket}`,
    options: { path: socket },
    client: options => {
      const client = new Redis({ path: socket, maxRetriesPerRequest: null, retryStrategy: () => 50, ...options })
      client.on('error', () => {}) // a test that ends the server expects refused connections
      clients.push(client)
      return client
    },
    kill9: () => end(server),
    restart: async () => {
      await end(server)
      server = await launch(folder, socket, extra)
    },
    freeze: () => process.kill(server.pid, 'SIGSTOP'),
    thaw: () => process.kill(server.pid, 'SIGCONT')
  }
}

async function end({ guard }: Server): Promise<void> {
  if (guard.exitCode !== null) return
  const gone = once(guard, 'exit')
  guard.stdin?.end('keep the folder\n')
  await gone
}

async function launch(folder: string, socket: string, extra: string[]): Promise<Server> {
  const program = findRedisServer()
  if (program === undefined) throw new Error('No redis-server on PATH: run script/bootstrap, which installs it')
  const durable = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction']
  const words = [program, '--port', '0', '--unixsocket', socket, '--dir', folder, ...durable, ...extra]
  const guard = spawn('sh', ['-c', GUARD, folder, ...words], { stdio: ['pipe', 'pipe', 'ignore'] })
  try {
    return { guard, pid: await untilReady(guard.stdout) }
  } catch (error) {
    guard.stdin.end()
    throw error
  }
}

async function untilReady(output: Readable): Promise<number> {
  const said: string[] = []
  for await (const line of createInterface({ input: output })) {
    said.push(line)
    if (!line.includes('eady to accept connections')) continue // Ready (6, 7) or ready (older)
    output.resume()
    return Number(said.find(one => one.startsWith('pid '))?.replace('pid ', '')) // Redis may print before the shell does
  }
  throw new Error(`redis-server exited before it was ready:\n${said.join('\n')}`)
}

/** Returns everything in a Redis: each key with its value as text. */
export async function everything(client: Redis): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const keys of client.scanStream({ count: 1_000 }))
    for (const key of keys) found.set(key, JSON.stringify(await readKey(client, key)))
  return found
}

async function readKey(client: Redis, key: string): Promise<unknown> {
  switch (await client.type(key)) {
    case 'hash':
      return await client.hgetall(key)
    case 'list':
      return await client.lrange(key, 0, -1)
    case 'set':
      return await client.smembers(key)
    case 'zset':
      return await client.zrange(key, '0', '-1')
    case 'stream':
      return await client.xrange(key, '-', '+')
    default:
      return await client.get(key)
  }
}
