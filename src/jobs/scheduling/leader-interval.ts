import type { Log } from '../../contract/runtime.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { leaderKey } from '../store/keys.ts'

interface Parts {
  redis: RedisClient
  log: Log
}

export interface LeaderInterval {
  stop: () => Promise<void>
}

/** Part of the interval that a leader holds its key: it does not exclude itself from the next interval. */
const LEASE_SHARE = 0.9

/**
 * Runs maintenance now and in every interval until it is stopped: of all processes, the first one in an interval does it for all. If it takes longer
 * than an interval, two run at once, which does no harm.
 */
export function startLeaderInterval({ redis, log }: Parts, name: string, everyMs: number, maintain: () => Promise<void>): LeaderInterval {
  const leaseMs = Math.ceil(everyMs * LEASE_SHARE)
  const run = async (): Promise<void> => {
    try {
      if ((await redis.set(leaderKey(name), '1', 'PX', leaseMs, 'NX')) === 'OK') await maintain()
    } catch (error) {
      log.warn({ task: name, err: error }, 'Maintenance of jobs failed; trying again in the next interval')
    }
  }
  let running = run()
  const timer = setInterval(() => {
    running = running.then(run)
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    }
  }
}

/** Entries processed at the same time. */
const PAGE = 100

/** Visits every entry of a sorted set, and removes those for which `isOver` returns true. An entry that could not be processed stays. */
export async function forEachJob(
  { redis, log }: Parts,
  key: string,
  isOver: (id: string, score: number) => Promise<boolean>
): Promise<void> {
  for (let from = 0, more = true; more; ) {
    const rows = await redis.zrange(key, String(from), String(from + PAGE - 1), 'WITHSCORES')
    const ids = rows.filter((_id, at) => at % 2 === 0)
    const visit = (id: string, at: number): Promise<boolean> =>
      isOver(id, Number(rows[2 * at + 1])).catch((error: unknown) => {
        log.warn({ job: id, err: error }, 'Maintenance of a job failed; trying again in the next interval')
        return false
      })
    const found = await Promise.all(ids.map(visit))
    const over = ids.filter((_id, at) => found[at])
    if (over.length > 0) await redis.zrem(key, ...over)
    more = ids.length === PAGE
    from += ids.length - over.length
  }
}
