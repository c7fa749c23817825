import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperationError } from '../../contract/errors.ts'
import type { Held, Lock } from '../../contract/lent.ts'
import { asUnavailable } from './away.ts'
import type { RedisClient } from './connect.ts'
import { run, script } from './script.ts'

const FIRST_LOOK_MS = 20
const LONGEST_LOOK_MS = 250

/** KEYS: the lock, how many have held it. ARGV: who asks, for how long (ms). Answers the token, 0 where another holds it. */
const ACQUIRE = script(`
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
if holder then return tonumber(redis.call('GET', KEYS[2])) end -- sent again after a lost answer, as clients of a cluster do
return redis.call('INCR', KEYS[2])
`)

const EXTEND = script(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`)

const RELEASE = script(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
`)

/** Locks in Redis, whose names begin with a scope: `gmail:default`. */
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
      // Where Redis is away, the lock ends by itself.
      await run(redis, RELEASE, keys, [owner]).catch(() => undefined)
    }
  }
}

async function acquire(redis: RedisClient, keys: string[], owner: string, ttlMs: number, signal: AbortSignal): Promise<number> {
  for (let look = FIRST_LOOK_MS; ; look = Math.min(look * 2, LONGEST_LOOK_MS)) {
    signal.throwIfAborted()
    const token = Number(await run(redis, ACQUIRE, keys, [owner, ttlMs]).catch(asUnavailable))
    if (token > 0) return token
    await sleep(look * (0.5 + Math.random()), undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

/** Makes the lock last, and says when it did not. */
function keep(redis: RedisClient, keys: string[], owner: string, ttlMs: number): { signal: Held['signal']; stop: () => void } {
  const lost = new AbortController()
  let until = performance.now() + ttlMs
  const extend = async (): Promise<void> => {
    const asked = performance.now()
    const extended = await run(redis, EXTEND, keys, [owner, ttlMs]).catch(() => undefined)
    if (extended === 1) until = asked + ttlMs
    if (extended === 0 || performance.now() >= until)
      lost.abort(new OperationError('redis_unavailable', 'The lock was lost', { source: 'gateway' }))
  }
  const timer = setInterval(extend, ttlMs / 3)
  return { signal: lost.signal, stop: () => clearInterval(timer) }
}
