import type { Config } from './config.ts'
import type { Log } from './contract/tool.ts'
import { checkRedis, type RedisCheck } from './lib/redis/check.ts'
import { type RedisClient, type RedisUse, redisConnector, whenReady } from './lib/redis/connect.ts'
import { startPrivateRedis } from './lib/redis/private.ts'

export interface JobStore {
  connect: (use: RedisUse) => RedisClient
  /** For commands that a caller waits on. */
  client: RedisClient
  /** What a crash of Redis could lose, in words; undefined where nothing. Found out anew every few seconds at most. */
  possibleLoss: () => Promise<string | undefined>
  /** What has become wrong with Redis since the start, in words. */
  fault: () => Promise<string | undefined>
  close: () => Promise<void>
}

const PATIENCE_MS = 10_000

/** Settings of Redis may change while it runs; so often it is asked. */
const LOOK_MS = 5_000

const lossIn = ({ durability, warnings }: RedisCheck): string | undefined => (durability === 'strict' ? undefined : warnings.join('; '))

/** The last answer, unless it is old. */
function keptFor<T>(milliseconds: number, ask: () => Promise<T>): () => Promise<T> {
  let kept: { at: number; answer: T } | undefined
  return async () => {
    if (kept && performance.now() - kept.at < milliseconds) return kept.answer
    const answer = await ask()
    kept = { at: performance.now(), answer }
    return answer
  }
}

/** The Redis of REDIS_URL, or a private one. Throws with a clear word where it cannot be relied on. */
export async function openJobStore({ redis, dataDir }: Pick<Config, 'redis' | 'dataDir'>, log: Log): Promise<JobStore> {
  const owned = redis ? undefined : await startPrivateRedis({ dataDir, log })
  const endpoint = redis ?? owned?.endpoint
  if (!endpoint) throw new Error('There is no Redis to speak to')
  const connect = redisConnector(endpoint, log)
  const client = connect('http')
  const close = async (): Promise<void> => {
    client.disconnect()
    await owned?.close()
  }
  try {
    await whenReady(client, PATIENCE_MS)
    const { durability, warnings, errors } = await checkRedis(client)
    if (errors.length > 0) throw new Error(`Redis cannot be used:\n${errors.map(error => `- ${error}`).join('\n')}`)
    for (const warning of warnings) log.warn({ durability }, warning)
    const look = keptFor(LOOK_MS, () => checkRedis(client))
    return {
      connect,
      client,
      possibleLoss: async () => lossIn(await look()),
      fault: async () => (await look()).errors.join('; ') || undefined,
      close
    }
  } catch (error) {
    await close()
    throw error
  }
}
