import type { JobHistory } from '../../contract/job-events.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { newsOf } from '../model/view.ts'
import { jobKey } from './keys.ts'
import { readMeta } from './read-record.ts'

/** Returns the history of a job: empty for a job that an older version created. */
export async function readHistory(redis: RedisClient, id: string): Promise<JobHistory> {
  const entries = await redis.xrange(jobKey(id, 'history'), '-', '+')
  const history: JobHistory = { events: [], samples: [] }
  for (const [, flat] of entries) {
    const fields = Object.fromEntries(flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? '']] : [])))
    const meta = readMeta({ ...fields, id })
    if (!meta) continue
    const { status, reason, error, waiting_until, progress } = newsOf(meta)
    const { done, succeeded, skipped, failed, unknown } = progress
    const sample = { at: new Date(Number(fields['at'])).toISOString(), done, succeeded, skipped, failed, unknown }
    history.samples.push(sample)
    if (fields['kind'] === 'state') history.events.push({ ...sample, status, reason, error, waiting_until })
  }
  return history
}
