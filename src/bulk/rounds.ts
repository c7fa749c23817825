import type { Log } from '../contract/tool.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { roundOf } from './keys.ts'

interface Parts {
  redis: RedisClient
  log: Log
}

export interface Rounds {
  stop: () => Promise<void>
}

/** Of an interval: so that whoever did the last round does not shut itself out of the next. */
const LEASE_SHARE = 0.9

/**
 * Looks after something now, and every so often until it is stopped: of all processes, the first that comes in an interval does it for all.
 * Two at once, where a round takes longer than that, do no harm.
 */
export function startRounds({ redis, log }: Parts, name: string, everyMs: number, round: () => Promise<void>): Rounds {
  const leaseMs = Math.ceil(everyMs * LEASE_SHARE)
  const look = async (): Promise<void> => {
    try {
      if ((await redis.set(roundOf(name), '1', 'PX', leaseMs, 'NX')) === 'OK') await round()
    } catch (error) {
      log.warn({ round: name, err: error }, 'Jobs could not be looked after')
    }
  }
  let running = look()
  const timer = setInterval(() => {
    running = running.then(look)
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    }
  }
}

/** Entries looked at side by side. */
const STRIDE = 100

/** Looks at every entry of a sorted set, page by page, and drops those of which `isOver` answers so. One that cannot be looked at stays. */
export async function walk({ redis, log }: Parts, key: string, isOver: (id: string, score: number) => Promise<boolean>): Promise<void> {
  for (let from = 0, more = true; more; ) {
    const rows = await redis.zrange(key, String(from), String(from + STRIDE - 1), 'WITHSCORES')
    const ids = rows.filter((_id, at) => at % 2 === 0)
    const look = (id: string, at: number): Promise<boolean> =>
      isOver(id, Number(rows[2 * at + 1])).catch((error: unknown) => {
        log.warn({ job: id, err: error }, 'A job could not be looked after')
        return false
      })
    const found = await Promise.all(ids.map(look))
    const over = ids.filter((_id, at) => found[at])
    if (over.length > 0) await redis.zrem(key, ...over)
    more = ids.length === STRIDE
    from += ids.length - over.length
  }
}
