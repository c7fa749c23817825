import { OperationError } from '../../contract/errors.ts'
import type { Log } from '../../contract/runtime.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { failureOf } from '../model/failure.ts'
import { jsonText } from '../model/lua-json.ts'
import { isTerminal } from '../model/states.ts'
import type { ConcurrencySlots } from '../scheduling/concurrency-slots.ts'
import { forEachJob } from '../scheduling/leader-interval.ts'
import { forOpenJobsOf } from '../store/job-index.ts'
import { summaryOf } from '../store/job-summary.ts'
import { LIVE_JOBS } from '../store/keys.ts'
import { runJobCommand } from '../store/lua/commands.ts'
import { preventCreation } from '../store/quota.ts'
import type { JobsContext, Revoked } from '../store/read-job.ts'
import { fetchMeta } from '../store/read-record.ts'
import { withRedisTimeout } from '../store/redis-timeout.ts'
import { control } from './control.ts'

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
  for (const keyId of keyIds) await forOpenJobsOf(redis, keyId, id => stopIfRevoked(parts, id))
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

/** Cancels all jobs of a key and its users that have not ended, on their behalf, and those that are just being created. Returns the number of the former. */
export async function cancelJobsOf(context: JobsContext, keyId: string): Promise<number> {
  const { redis } = context
  let cancelled = 0
  await forOpenJobsOf(redis, keyId, async (id, owner) => {
    const summary = await withRedisTimeout(redis, () => summaryOf(redis, id))
    if (summary ? isTerminal(summary.status) : await withRedisTimeout(redis, () => preventCreation(redis, id))) return
    try {
      await control(context, { id: owner, scopes: [] }, id, 'cancel')
      cancelled += 1
    } catch (error) {
      if (!(error instanceof OperationError && HAS_ENDED.has(error.reason))) throw error
    }
  })
  return cancelled
}

/** The job ended in the meantime. */
const HAS_ENDED: ReadonlySet<string> = new Set(['illegal_transition', 'job_expired', 'job_not_found'])
