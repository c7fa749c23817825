import type { Log } from '../../contract/runtime.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { failureOf } from '../model/failure.ts'
import { jsonText } from '../model/lua-json.ts'
import type { ConcurrencySlots } from '../scheduling/concurrency-slots.ts'
import { forEachJob } from '../scheduling/leader-interval.ts'
import { LIVE_JOBS, openJobsOf } from '../store/keys.ts'
import { runJobCommand } from '../store/lua/commands.ts'
import type { Revoked } from '../store/read-job.ts'
import { fetchMeta } from '../store/read-record.ts'

interface Parts {
  redis: RedisClient
  slots: ConcurrencySlots
  log: Log
  revoked?: Revoked
}

/**
 * Stops the jobs of keys that were removed, or that no longer have the scope: bulk jobs pause, or are cancelled while they list items; calls and
 * programs are cancelled. Without `keyIds` it checks every live job, because a key may have been removed while no gateway ran. A job that could
 * not be stopped because Redis is unavailable stops in its next turn.
 */
export async function stopRevokedJobs(parts: Parts, keyIds?: readonly string[]): Promise<void> {
  const { redis } = parts
  if (!keyIds) {
    await forEachJob(parts, LIVE_JOBS, async id => {
      await stopIfRevoked(parts, id)
      return false
    })
    return
  }
  for (const keyId of keyIds) for (const id of await redis.zrange(openJobsOf(keyId), '0', '-1')) await stopIfRevoked(parts, id)
}

async function stopIfRevoked({ redis, slots, log, revoked }: Parts, id: string): Promise<void> {
  const meta = await fetchMeta(redis, id)
  const error = meta && revoked?.(meta)
  if (!error) return
  const [, status] = await runJobCommand(redis, 'revoke', id, [jsonText(failureOf(error))])
  if (status === 'completed' || status === 'failed') return // it ended in the meantime
  log.info({ job: id, key: meta.key, status }, 'Job stopped because its key was revoked or lost the scope')
  if (status === 'paused' || status === 'cancelled') await slots.release(id)
}
