import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Shared } from '../../contract/lent.ts'
import { asUnavailable } from './away.ts'
import type { RedisClient } from './connect.ts'
import { run, script } from './script.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** KEYS: the text. ARGV: what it is now, for how long (ms), token of its writer or 0. */
const SET = script(`
local last = tonumber(redis.call('HGET', KEYS[1], 'token') or '0')
local token = tonumber(ARGV[3])
if token > 0 and token < last then return 0 end
redis.call('HSET', KEYS[1], 'text', ARGV[1], 'token', string.format('%.0f', math.max(token, last)))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`)

/** Texts in Redis, whose names begin with a scope: `gmail:default`. Only who knows the secret can read or forge one. */
export function createShared(redis: RedisClient, scope: string, secret: string): Shared {
  const key = Buffer.from(hkdfSync('sha256', secret, scope, 'toolgate shared', KEY_BYTES))
  const keyOf = (name: string): string => `tg:{shared:${scope}:${name}}`
  return {
    async get(name) {
      const sealed = await redis.hget(keyOf(name), 'text').catch(asUnavailable)
      return sealed === null ? undefined : opened(sealed, key, name)
    },
    async set(name, value, ttlMs, token = 0) {
      return (await run(redis, SET, [keyOf(name)], [seal(value, key, name), ttlMs, token]).catch(asUnavailable)) === 1
    }
  }
}

function seal(text: string, key: Buffer, name: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** Undefined where other settings sealed it. */
function opened(sealed: string, key: Buffer, name: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  const [tagAt, bodyAt] = [NONCE_BYTES, NONCE_BYTES + TAG_BYTES]
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, tagAt)).setAAD(Buffer.from(name))
    decipher.setAuthTag(bytes.subarray(tagAt, bodyAt))
    return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
