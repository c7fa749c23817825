import { createHash } from 'node:crypto'
import type { RedisClient } from '../../lib/redis/connect.ts'

export interface Script {
  source: string
  sha: string
}

export const scriptOf = (source: string): Script => ({ source, sha: createHash('sha1').update(source).digest('hex') })

/** Runs a script on keys of one hash slot. The whole script is sent only to a Redis that has not seen it. */
export async function evaluate(
  redis: RedisClient,
  { source, sha }: Script,
  keys: string[],
  values: (string | number)[]
): Promise<string[]> {
  const reply = await redis.evalsha(sha, keys.length, ...keys, ...values).catch((error: Error) => {
    if (!error.message.startsWith('NOSCRIPT')) throw error
    return redis.eval(source, keys.length, ...keys, ...values)
  })
  return Array.isArray(reply) ? reply.map(String) : [String(reply)]
}
