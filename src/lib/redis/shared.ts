import type { SharedStore } from '../../contract/runtime.ts'
import type { Secrets } from '../secrets.ts'
import { redisCommand, runCommand } from './command.ts'
import type { RedisClient } from './connect.ts'
import { asUnavailable } from './errors.ts'

/** KEYS: the text. ARGV: the new text, TTL (ms), the writer's token or 0. */
const SET = redisCommand(
  'setShared',
  `
local last = tonumber(redis.call('HGET', KEYS[1], 'token') or '0')
local token = tonumber(ARGV[3])
if token > 0 and token < last then return 0 end
redis.call('HSET', KEYS[1], 'text', ARGV[1], 'token', string.format('%.0f', math.max(token, last)))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`
)

/**
 * Short texts in Redis, with names that begin with a scope: `gmail:default`. They are encrypted with the gateway's secret and bound to the
 * settings: with other settings or another secret, they count as missing.
 */
export function createShared(redis: RedisClient, scope: string, settings: string, { seal, open }: Secrets): SharedStore {
  const keyOf = (name: string): string => `tg:{shared:${scope}:${name}}`
  const purposeOf = (name: string): string => JSON.stringify(['shared', scope, name, settings])
  return {
    async get(name) {
      const sealed = await redis.hget(keyOf(name), 'text').catch(asUnavailable)
      return sealed === null ? undefined : opened(() => open(sealed, purposeOf(name)))
    },
    async set(name, value, ttlMs, token = 0) {
      const sealed = seal(value, purposeOf(name))
      return (await runCommand(redis, SET, [keyOf(name)], [sealed, ttlMs, token]).catch(asUnavailable)) === 1
    }
  }
}

function opened(open: () => string): string | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}
