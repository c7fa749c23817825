import type { RedisClient } from './connect.ts'

/** Returns the time of Redis in milliseconds. Times that several machines compare come from one clock. */
export async function redisNow(redis: RedisClient): Promise<number> {
  const [seconds, microseconds] = await redis.time()
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000)
}
