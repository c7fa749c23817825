import { OperationError } from '../contract/errors.ts'
import type { Log } from '../contract/runtime.ts'
import { redisCommand, runCommand } from '../lib/redis/command.ts'
import type { RedisClient } from '../lib/redis/connect.ts'

/** Bytes of the stream from which no write begins and ends wait, until the database can be written again; and how often they are counted. */
export interface StreamBound {
  bytes: number
  checkMs: number
}

const DEFAULT_BOUND: StreamBound = { bytes: 268_435_456, checkMs: 1_000 }

/**
 * A script, because clients of a cluster do not know that MEMORY USAGE names a key. SAMPLES 0 counts all of it: without it, the size of the oldest
 * entries is taken for that of all. KEYS: the stream.
 */
const STREAM_BYTES = redisCommand('recordBytes', "return redis.call('MEMORY', 'USAGE', KEYS[1], 'SAMPLES', '0') or 0")

interface Fullness {
  /** Whether the stream is full: the database cannot be written, or not as fast as calls are made. */
  isFull: () => Promise<boolean>
  /** The next question counts again. */
  forget: () => void
}

/** While the stream is not full, the call does not wait for the count; while it is full, the call waits. */
export function createFullness(redis: RedisClient, key: string, log: Log, { bytes: max, checkMs }: StreamBound = DEFAULT_BOUND): Fullness {
  let checkedAt = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | undefined
  let isFull = false
  let isUnknown = false
  const check = async (): Promise<void> => {
    const bytes = await runCommand(redis, STREAM_BYTES, [key], []).then(Number, err => {
      if (!isUnknown) log.warn({ err }, 'The size of the record in Redis cannot be read: until it can, the record has no bound there')
      isUnknown = true
      return undefined
    })
    if (bytes !== undefined) isUnknown = false
    const wasFull = isFull
    isFull = (bytes ?? 0) >= max
    if (isFull && !wasFull)
      log.error({ bytes }, 'Too much of the record waits in Redis: until its database can be written, no write begins')
  }
  return {
    async isFull() {
      if (performance.now() - checkedAt >= checkMs) {
        checkedAt = performance.now()
        checking = check()
      }
      if (isFull) await checking
      return isFull
    },
    forget() {
      checkedAt = Number.NEGATIVE_INFINITY
    }
  }
}

export const streamFull = (): OperationError =>
  new OperationError('redis_unavailable', 'The record of calls cannot be written: too much of it waits in Redis for its database.', {
    source: 'gateway',
    outcome: 'not_executed',
    retryable: true,
    retry_after_ms: 2_000,
    suggestions: ['The log of the gateway contains the cause: its disk may be full.']
  })
