import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperationError } from '../../contract/errors.ts'
import type { Lock, LockHandle } from '../../contract/runtime.ts'
import { redisCommand, runCommand } from './command.ts'
import type { RedisClient } from './connect.ts'
import { asUnavailable } from './errors.ts'

const FIRST_PAUSE_MS = 20
const MAX_PAUSE_MS = 250

/** KEYS: the lock, the counter of its holders. ARGV: owner, TTL (ms). Returns the token; 0 if another owner holds the lock. */
const ACQUIRE = redisCommand(
  'acquireLock',
  `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
if holder then return tonumber(redis.call('GET', KEYS[2])) end -- sent again after a lost response, as clients of a cluster do
return redis.call('INCR', KEYS[2])
`
)

const EXTEND = redisCommand(
  'extendLock',
  `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`
)

const RELEASE = redisCommand(
  'releaseLock',
  `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
`
)

/** Creates locks in Redis, with names that begin with a scope: `gmail:default`. */
export function createLock(redis: RedisClient, scope: string): Lock {
  return async (name, ttlMs, signal, work) => {
    const keys = [`tg:{lock:${scope}:${name}}`, `tg:{lock:${scope}:${name}}:holders`]
    const owner = randomUUID()
    const token = await acquire(redis, keys, owner, ttlMs, signal)
    const keeper = keep(redis, keys, owner, ttlMs)
    try {
      return await work({ token, signal: keeper.signal })
    } finally {
      keeper.stop()
      // If Redis is unavailable, the lock expires.
      await runCommand(redis, RELEASE, keys, [owner]).catch(() => undefined)
    }
  }
}

async function acquire(redis: RedisClient, keys: string[], owner: string, ttlMs: number, signal: AbortSignal): Promise<number> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    signal.throwIfAborted()
    const token = Number(await runCommand(redis, ACQUIRE, keys, [owner, ttlMs]).catch(asUnavailable))
    if (token > 0) return token
    await sleep(pause * (0.5 + Math.random()), undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

/** Extends the lock until it is released. Aborts the signal if it is lost. */
function keep(redis: RedisClient, keys: string[], owner: string, ttlMs: number): { signal: LockHandle['signal']; stop: () => void } {
  const lost = new AbortController()
  let until = performance.now() + ttlMs
  const extend = async (): Promise<void> => {
    const sentAt = performance.now()
    const extended = await runCommand(redis, EXTEND, keys, [owner, ttlMs]).catch(() => undefined)
    if (extended === 1) until = sentAt + ttlMs
    if (extended === 0 || performance.now() >= until)
      lost.abort(new OperationError('redis_unavailable', 'The lock was lost', { source: 'gateway' }))
  }
  const timer = setInterval(extend, ttlMs / 3)
  return { signal: lost.signal, stop: () => clearInterval(timer) }
}
