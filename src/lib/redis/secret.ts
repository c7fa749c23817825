import { randomBytes } from 'node:crypto'
import type { RedisClient } from './connect.ts'
import { asUnavailable } from './errors.ts'

const BYTES = 32

/** Returns a random value that all processes on this Redis share; the first one creates it. It is not secret from users who can read Redis. */
export async function sharedSecret(redis: RedisClient, name: string): Promise<Uint8Array> {
  const key = `tg:secret:${name}`
  await redis.set(key, randomBytes(BYTES).toString('base64'), 'NX').catch(asUnavailable)
  const kept = await redis.get(key).catch(asUnavailable)
  if (kept === null) throw new Error(`Redis did not store ${key}.`)
  return Buffer.from(kept, 'base64')
}
