import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Redis } from 'ioredis'
import type { Test } from 'tap'
import { findRedisServer } from '../../src/lib/redis/binary.ts'
import type { ClientOptions } from '../../src/lib/redis/endpoint.ts'

export interface TestRedis {
  /** What REDIS_URL may be set to: `unix:///…/redis.sock`. */
  url: string
  options: ClientOptions
  /** A new connection, closed with the test. */
  client(options?: ClientOptions): Redis
  /** Ends the server as a power cut would. */
  kill9(): Promise<void>
  /** Starts it again on the same data (ends it first where it still runs). */
  restart(): Promise<void>
  /** Stops and continues the process (SIGSTOP, SIGCONT): a server that is there and does not answer. */
  freeze(): void
  thaw(): void
}

/**
 * A throw-away real Redis for one test: its own folder and unix socket, append-only file written at once, no eviction, as the product's own one.
 * `extra` is added to its command line, e.g. `['--appendonly', 'no']`.
 */
export async function startTestRedis(t: Pick<Test, 'teardown'>, extra: string[] = []): Promise<TestRedis> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tg-redis-'))
  const socket = path.join(folder, 'redis.sock')
  const clients: Redis[] = []
  let server = await launch(folder, socket, extra)
  const atExit = (): boolean => server.kill('SIGKILL')
  process.once('exit', atExit)

  async function kill9(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill('SIGKILL')
    await gone
  }

  t.teardown(async () => {
    for (const client of clients) client.disconnect()
    await kill9()
    process.off('exit', atExit)
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
    kill9,
    restart: async () => {
      await kill9()
      server = await launch(folder, socket, extra)
    },
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT')
  }
}

async function launch(folder: string, socket: string, extra: string[]): Promise<ChildProcess> {
  const program = findRedisServer()
  if (program === undefined) throw new Error('No redis-server on PATH: run script/bootstrap, which installs one')
  const durable = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction']
  const child = spawn(program, ['--port', '0', '--unixsocket', socket, '--dir', folder, ...durable, ...extra], {
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const said: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line)
    if (!line.includes('eady to accept connections')) continue // Ready (6, 7) or ready (older)
    child.stdout.resume()
    return child
  }
  throw new Error(`redis-server ended before it was ready:\n${said.join('\n')}`)
}
