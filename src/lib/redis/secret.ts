import { randomBytes } from 'node:crypto'
import { asUnavailable } from './away.ts'
import type { RedisClient } from './connect.ts'

const BYTES = 32

/** A secret of all processes on this Redis, made by the first that asks. It keeps nothing from whoever can read Redis. */
export async function sharedSecret(redis: RedisClient, name: string): Promise<Uint8Array> {
  const key = `tg:secret:${name}`
  await redis.set(key, randomBytes(BYTES).toString('base64'), 'NX').catch(asUnavailable)
  const kept = await redis.get(key).catch(asUnavailable)
  if (kept === null) throw new Error(`Redis does not keep ${key}.`)
  return Buffer.from(kept, 'base64')
}
