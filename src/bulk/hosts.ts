import type { RedisClient } from '../lib/redis/connect.ts'
import { HOSTS } from './keys.ts'

/** A host of which nothing was heard for so long is forgotten; where a job of it turns up, it counts as heard of just then. */
const FORGOTTEN_S = 30 * 86_400

/** Says that a worker of the host is there. */
export async function beat(redis: RedisClient, hostId: string): Promise<void> {
  const now = await secondsOf(redis)
  await redis.zadd(HOSTS, now, hostId)
  await redis.zremrangebyscore(HOSTS, '-inf', now - FORGOTTEN_S)
}

/** Of each host how long ago it was last heard of, in seconds: asked once, however often it is looked up. */
export function hostAges(redis: RedisClient): (hostId: string) => Promise<number> {
  const ages = new Map<string, Promise<number>>()
  return hostId => {
    const age = ages.get(hostId) ?? ageOf(redis, hostId)
    ages.set(hostId, age)
    return age
  }
}

async function ageOf(redis: RedisClient, hostId: string): Promise<number> {
  const now = await secondsOf(redis)
  await redis.zadd(HOSTS, 'NX', now, hostId)
  return now - Number(await redis.zscore(HOSTS, hostId))
}

/** Redis's own time: the clocks of hosts differ. */
async function secondsOf(redis: RedisClient): Promise<number> {
  const [seconds] = await redis.time()
  return Number(seconds)
}
