import type { Log } from '../../contract/runtime.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'

/** Sorted set of the IDs of keys, by the time of their last call in ms. */
const USED = 'tg:{keys}:used'

/** Interval at which a process stores the times, so that calls do not. */
const STORE_MS = 5_000

/** When keys were last used. */
export interface KeyUses {
  /** Notes a call with a key. */
  note: (keyId: string, at: number) => void
  /** Returns the time of the last call with each key, in ms. Keys without a call, and all if Redis is unavailable, are absent. */
  of: (keyIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** Stores what was noted. */
  close: () => Promise<void>
}

export function createKeyUses(redis: RedisClient, log: Log): KeyUses {
  let noted = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  async function store(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const uses = noted
    noted = new Map()
    if (uses.size === 0) return
    await redis.zadd(USED, 'GT', ...[...uses].flatMap(([id, at]) => [at, id])).catch(err => {
      log.warn({ err }, 'The times of the last use of keys could not be stored')
    })
  }
  return {
    note(keyId, at) {
      noted.set(keyId, at)
      timer ??= setTimeout(() => void store(), STORE_MS).unref()
    },
    async of(keyIds) {
      await store()
      if (keyIds.length === 0) return new Map()
      const times = await redis.zmscore(USED, ...keyIds).catch(() => [])
      return new Map(keyIds.flatMap((id, at) => (times[at] ? [[id, Number(times[at])]] : [])))
    },
    close: store
  }
}
