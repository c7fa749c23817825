import { type KeyStore, openKeyStore } from '../access/managed/key-store.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../contract/runtime.ts'
import { checkRedis, type RedisCheck } from '../lib/redis/check.ts'
import { type RedisClient, type RedisUse, redisConnector, whenReady } from '../lib/redis/connect.ts'
import { describeRedis } from '../lib/redis/endpoint.ts'
import { createEraser, type Eraser } from '../lib/redis/private/erase.ts'
import { startPrivateRedis } from '../lib/redis/private.ts'
import { retryUntilAvailable } from '../lib/redis/retry.ts'

export interface JobStore {
  connect: (use: RedisUse) => RedisClient
  /** For commands that a caller waits for. */
  client: RedisClient
  /** The managed keys. */
  keys: KeyStore
  /** Returns what a crash of Redis could lose; undefined if nothing. Cached for a few seconds. */
  possibleLoss: () => Promise<string | undefined>
  /** Returns problems with the settings of Redis that appeared since the start. */
  fault: () => Promise<string | undefined>
  /** Schedules the removal of deleted data from disk, if this Redis is the private one. */
  erased: () => void
  close: () => Promise<void>
}

/** Maximum time that a start waits for a Redis that does not respond: the machine may be busy, or Redis may be starting. */
const MAX_WAIT_MS = 30_000

/** Interval at which the settings of Redis are checked again: they may change at runtime. */
const CHECK_INTERVAL_MS = 5_000

const lossIn = ({ durability, warnings }: RedisCheck): string | undefined => (durability === 'strict' ? undefined : warnings.join('; '))

/** Caches the result of a function. */
function cachedFor<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { at: number; value: T } | undefined
  return async () => {
    if (kept && performance.now() - kept.at < milliseconds) return kept.value
    const value = await read()
    kept = { at: performance.now(), value }
    return value
  }
}

const ADVICE = 'Check REDIS_URL, and that Redis runs, can be reached from here and is not overloaded'

async function firstCheck(client: RedisClient, maxWaitMs: number): Promise<RedisCheck> {
  const began = Date.now()
  await whenReady(client, maxWaitMs)
  return await retryUntilAvailable(maxWaitMs - (Date.now() - began), () => checkRedis(client))
}

/** Opens the Redis of REDIS_URL, or a private one. Throws an Error that states why it cannot be used, once `maxWaitMs` have passed. */
export async function openJobStore(
  { redis, dataDir }: Pick<Config, 'redis' | 'dataDir'>,
  log: Log,
  maxWaitMs = MAX_WAIT_MS
): Promise<JobStore> {
  const owned = redis ? undefined : await startPrivateRedis({ dataDir, log })
  const endpoint = redis ?? owned?.endpoint
  if (!endpoint) throw new Error('No Redis is configured')
  const connect = redisConnector(endpoint, log)
  const client = connect('http')
  let eraser: Eraser | undefined
  let keys: KeyStore | undefined
  const close = async (): Promise<void> => {
    keys?.close()
    await eraser?.close()
    client.disconnect()
    await owned?.close()
  }
  try {
    const { durability, warnings, errors } = await firstCheck(client, maxWaitMs).catch(error => {
      throw new Error(`${describeRedis(endpoint)} did not respond within ${maxWaitMs / 1000} s: ${error.message}. ${ADVICE}`)
    })
    if (errors.length > 0) throw new Error(`Redis cannot be used:\n${errors.map(error => `- ${error}`).join('\n')}`)
    for (const warning of warnings) log.warn({ durability }, warning)
    if (owned) eraser = createEraser(client, log)
    keys = await openKeyStore({ redis: client, subscriber: connect('jobs'), log })
    const check = cachedFor(CHECK_INTERVAL_MS, () => checkRedis(client))
    return {
      connect,
      client,
      keys,
      possibleLoss: async () => lossIn(await check()),
      erased: () => eraser?.erased(),
      fault: async () => (await check()).errors.join('; ') || undefined,
      close
    }
  } catch (error) {
    await close()
    throw error
  }
}
