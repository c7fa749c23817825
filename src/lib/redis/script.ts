import { createHash } from 'node:crypto'
import type { RedisClient } from './connect.ts'

export interface Script {
  source: string
  sha: string
}

export const script = (source: string): Script => ({ source, sha: createHash('sha1').update(source).digest('hex') })

/** Runs a script on keys of one hash slot. The whole script is sent only to a Redis that has not seen it. */
export async function run(redis: RedisClient, { source, sha }: Script, keys: string[], values: (string | number)[]): Promise<unknown> {
  return await redis.evalsha(sha, keys.length, ...keys, ...values).catch((error: Error) => {
    if (!error.message.startsWith('NOSCRIPT')) throw error
    return redis.eval(source, keys.length, ...keys, ...values)
  })
}

/** As `run`, of a script that answers a text or a list of texts. */
export async function runForTexts(redis: RedisClient, what: Script, keys: string[], values: (string | number)[]): Promise<string[]> {
  const reply = await run(redis, what, keys, values)
  return Array.isArray(reply) ? reply.map(String) : [String(reply)]
}
