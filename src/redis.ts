import type { Config } from './config.ts'
import type { Log } from './contract/tool.ts'
import { checkRedis, type RedisCheck } from './lib/redis/check.ts'
import { type RedisClient, type RedisUse, redisConnector, whenReady } from './lib/redis/connect.ts'
import { startPrivateRedis } from './lib/redis/private.ts'

export interface JobStore {
  connect: (use: RedisUse) => RedisClient
  /** For commands that a caller waits on. */
  client: RedisClient
  durability: RedisCheck['durability']
  close: () => Promise<void>
}

const PATIENCE_MS = 10_000

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
    return { connect, client, durability, close }
  } catch (error) {
    await close()
    throw error
  }
}
