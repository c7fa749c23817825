import type { RedisClient } from './connect.ts'

/** Milliseconds by Redis's own clock: what several machines compare is not told by the clock of any of them. */
export async function redisNow(redis: RedisClient): Promise<number> {
  const [seconds, microseconds] = await redis.time()
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000)
}
