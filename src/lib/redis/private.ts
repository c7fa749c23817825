import { chmodSync, mkdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { Redis } from 'ioredis'
import { withFileLock } from '../file-lock.ts'
import type { Log } from '../log.ts'
import type { RedisEndpoint } from './endpoint.ts'
import { type Address, addressOf, clientOptions, describeAddress } from './private/address.ts'
import { type Files, filesOf } from './private/conf.ts'
import { ensureRedis, untilGone } from './private/ensure.ts'
import { keepAlive } from './private/keep-alive.ts'
import { isShared, watchRedis } from './private/watch.ts'

export interface PrivateRedis {
  endpoint: RedisEndpoint
  /** Whether it already served this folder, as after a gateway that was killed. */
  adopted: boolean
  /** Stops it, unless another process still uses it. */
  close: () => Promise<void>
}

/**
 * The gateway's own Redis, for a machine without REDIS_URL: a child process whose data is in `<dataDir>/redis`, every write on the disk before it is
 * answered. One that already serves the folder is adopted; one that dies is started again; the last process to leave stops it.
 */
export async function startPrivateRedis({ dataDir, log }: { dataDir: string; log: Log }): Promise<PrivateRedis> {
  const files = filesOf(makeFolder(dataDir))
  const { address, adopted, watch } = await hold(await addressOf(files.folder), files, true)
  log.info({ at: describeAddress(address) }, adopted ? 'Adopted the Redis of this data folder' : 'Started a private Redis')
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

function makeFolder(dataDir: string): string {
  const folder = path.join(dataDir, 'redis')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  return realpathSync(folder)
}

/** Adopts or starts the server and takes hold of it, before anybody else can judge that nobody needs it. */
async function hold(address: Address, files: Files, mayMove: boolean) {
  return withFileLock(
    files.lock,
    async () => {
      const ensured = await ensureRedis(address, files, mayMove)
      return { ...ensured, watch: await watchRedis(ensured.address) }
    },
    400_000
  )
}

/** The last one out stops the server; the data is on the disk either way. */
async function leave(watch: Redis, files: Files, log: Log): Promise<void> {
  try {
    if (await isShared(watch)) return
    await watch.shutdown().catch(() => {}) // the connection ends with the server, before any answer
    await untilGone(files, 10_000)
    log.info({ folder: files.folder }, 'Stopped the private Redis')
  } catch (error) {
    log.warn({ err: error, folder: files.folder }, 'The private Redis does not answer and was left as it is; the next start adopts it')
  } finally {
    watch.disconnect()
  }
}
