import { redisCommand, runCommand } from '../redis/command.ts'
import type { RedisClient } from '../redis/connect.ts'
import { withTimeout } from '../timeout.ts'
import type { CircuitSettings } from './settings.ts'

interface Counts {
  succeeded: number
  failed: number
}

/** A circuit as all processes see it: the requests in its window, and whether it is closed. */
export interface Snapshot extends Counts {
  /** It opened and did not close since. */
  tripped: boolean
  /** Milliseconds until the next request may check the upstream; 0 if one may now. */
  open_ms: number
}

/** Stores one circuit. Every change is atomic, so that several processes agree. */
export interface CircuitStore {
  /** Adds ended requests. */
  add: (counts: Counts) => Promise<Snapshot>
  /**
   * Opens the circuit for `open_ms`, if it is not open. Returns whether this call did: another may have been first. Opening it again also claims the
   * one request that checks the upstream: if that fails, or its process ends, the circuit is still open.
   */
  claim: () => Promise<boolean>
  close: () => Promise<void>
}

const SLICES = 10

/** A circuit that opened counts as closed after this time without requests. */
const TRIPPED_TTL_MS = 3_600_000

/**
 * KEYS: counts (hash: `s` or `f` and the slice of time → requests), open (expires when a check is due), tripped. ARGV: succeeded, failed, window and
 * slice in milliseconds. Returns succeeded, failed, tripped, and for how many milliseconds it stays open.
 */
const ADD = redisCommand(
  'addToCircuit',
  `
local clock = redis.call('TIME')
local slice = math.floor((clock[1] * 1000 + math.floor(clock[2] / 1000)) / ARGV[4])
local oldest = slice - math.ceil(ARGV[3] / ARGV[4])
if tonumber(ARGV[1]) > 0 then redis.call('HINCRBY', KEYS[1], 's' .. string.format('%.0f', slice), ARGV[1]) end
if tonumber(ARGV[2]) > 0 then redis.call('HINCRBY', KEYS[1], 'f' .. string.format('%.0f', slice), ARGV[2]) end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local sums = { s = 0, f = 0 }
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  local kind, at = fields[i]:sub(1, 1), tonumber(fields[i]:sub(2))
  if at <= oldest then redis.call('HDEL', KEYS[1], fields[i]) else sums[kind] = sums[kind] + fields[i + 1] end
end
return { sums.s, sums.f, redis.call('EXISTS', KEYS[3]), math.max(0, redis.call('PTTL', KEYS[2])) }
`
)

export function redisStore(redis: RedisClient, name: string, { window_ms, open_ms }: CircuitSettings): CircuitStore {
  const key = `tg:{circuit:${name}}`
  const [counts, open, tripped] = [`${key}:counts`, `${key}:open`, `${key}:tripped`]
  async function claim(): Promise<boolean> {
    await redis.set(tripped, '1', 'PX', open_ms + TRIPPED_TTL_MS)
    return (await redis.set(open, '1', 'PX', open_ms, 'NX')) === 'OK'
  }
  return {
    async add({ succeeded, failed }) {
      const reply = await runCommand(redis, ADD, [counts, open, tripped], [succeeded, failed, window_ms, Math.ceil(window_ms / SLICES)])
      const [sumSucceeded = 0, sumFailed = 0, isTripped = 0, left = 0] = Array.isArray(reply) ? reply.map(Number) : []
      return { succeeded: sumSucceeded, failed: sumFailed, tripped: isTripped === 1, open_ms: left }
    },
    claim,
    async close() {
      await redis.del(counts, open, tripped)
    }
  }
}

/** The circuit of this process alone. */
export function memoryStore({ window_ms, open_ms }: CircuitSettings): CircuitStore {
  let ended: (Counts & { at: number })[] = []
  let tripped = false
  let openUntil = 0
  return {
    async add(counts) {
      const now = performance.now()
      ended = ended.filter(({ at }) => at > now - window_ms)
      if (counts.succeeded + counts.failed > 0) ended.push({ ...counts, at: now })
      const sum = (kind: keyof Counts): number => ended.reduce((total, one) => total + one[kind], 0)
      return { succeeded: sum('succeeded'), failed: sum('failed'), tripped, open_ms: Math.max(0, openUntil - now) }
    },
    async claim() {
      tripped = true
      const now = performance.now()
      if (now < openUntil) return false
      openUntil = now + open_ms
      return true
    },
    async close() {
      ended = []
      tripped = false
      openUntil = 0
    }
  }
}

/** Time for which the memory of this process replaces a Redis that does not respond. */
const PAUSE_MS = 2_000
const RESPONSE_MS = 500

/** Uses Redis, and while it does not respond, the memory of this process. */
export function storeWithFallback(shared: CircuitStore, own: CircuitStore): CircuitStore {
  let pausedUntil = 0
  async function use<T>(command: (store: CircuitStore) => Promise<T>): Promise<T> {
    if (performance.now() < pausedUntil) return await command(own)
    try {
      return await withTimeout(command(shared), RESPONSE_MS)
    } catch {
      pausedUntil = performance.now() + PAUSE_MS
      return await command(own)
    }
  }
  return {
    add: counts => use(store => store.add(counts)),
    claim: () => use(store => store.claim()),
    close: () => use(store => store.close())
  }
}
