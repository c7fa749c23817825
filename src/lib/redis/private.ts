import { chmodSync, mkdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { Redis } from 'ioredis'
import type { Log } from '../../contract/runtime.ts'
import { withFileLock } from '../file-lock.ts'
import type { RedisEndpoint } from './endpoint.ts'
import { type Address, addressOf, clientOptions, describeAddress } from './private/address.ts'
import { type Files, filesOf } from './private/conf.ts'
import { ensureRedis, untilGone } from './private/ensure.ts'
import { keepAlive } from './private/keep-alive.ts'
import { isShared, watchRedis } from './private/watch.ts'
import { retryUntilAvailable } from './retry.ts'

export interface PrivateRedis {
  endpoint: RedisEndpoint
  /** Whether it was already running, for example after its gateway was killed. */
  adopted: boolean
  /** Stops it, unless another process still uses it. */
  close: () => Promise<void>
}

/**
 * Starts the gateway's own Redis, for a machine without REDIS_URL: a child process with its data in `<dataDir>/redis`, which acknowledges a
 * write once it is on disk. Adopts a server that already serves the folder, and restarts one that dies. The last process to leave stops it.
 */
export async function startPrivateRedis({ dataDir, log }: { dataDir: string; log: Log }): Promise<PrivateRedis> {
  const files = filesOf(makeFolder(dataDir))
  const { address, adopted, watch } = await hold(await addressOf(files.folder), files, true)
  log.info({ at: describeAddress(address) }, adopted ? 'Adopted the running Redis of this data folder' : 'Started a private Redis')
  const keeper = keepAlive(watch, () => hold(address, files, false), log)
  return {
    endpoint: { kind: 'single', options: clientOptions(address) },
    adopted,
    close: async () => {
      const last = await keeper.stop()
      if (last !== undefined) await withFileLock(files.lock, () => leave(last, files, log))
    }
  }
}

/** Maximum time in which a server that was just started or adopted may not respond to commands. */
const MAX_WAIT_MS = 30_000

function makeFolder(dataDir: string): string {
  const folder = path.join(dataDir, 'redis')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  return realpathSync(folder)
}

/** Adopts or starts the server and connects to it, before another process can decide that it is unused. */
async function hold(address: Address, files: Files, mayMove: boolean) {
  return withFileLock(
    files.lock,
    async () => {
      const ensured = await ensureRedis(address, files, mayMove)
      return { ...ensured, watch: await retryUntilAvailable(MAX_WAIT_MS, () => watchRedis(ensured.address)) }
    },
    400_000
  )
}

/** The last process stops the server. Its data is on disk in either case. */
async function leave(watch: Redis, files: Files, log: Log): Promise<void> {
  try {
    if (await isShared(watch)) return
    await watch.shutdown().catch(() => {}) // the connection ends before a response
    await untilGone(files, 10_000)
    log.info({ folder: files.folder }, 'Stopped the private Redis')
  } catch (error) {
    log.warn({ err: error, folder: files.folder }, 'The private Redis does not respond and was left running; the next start adopts it')
  } finally {
    if (watch.status !== 'end') watch.disconnect() // on a closed connection, this would keep the process running for two seconds
  }
}
