import type { JobEvent } from '../../contract/webhooks.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { jobKey } from '../keys.ts'
import { readMeta } from '../meta.ts'
import { viewJob } from '../view.ts'
import type { Notice } from './outbox.ts'

/** Rows of errors a body has; the job has them all. */
const MOST_ERRORS = 5

/** The body of a webhook, some kilobytes at most: the job at the event, without its token and without what only a look at it needs. */
export async function payloadOf(redis: RedisClient, notice: Notice, publicUrl: string): Promise<JobEvent> {
  const meta = readMeta(notice.job)
  if (!meta) throw new Error(`The outbox of job ${notice.jobId} holds what is no job`)
  const errors = await redis.hgetall(jobKey(notice.jobId, 'errors'))
  const { confirm_token, notifications, poll_after_ms, warnings, ...job } = viewJob({ meta, sample: [], errors }, publicUrl)
  const few = job.errors.slice(0, MOST_ERRORS).map(row => ({ ...row, sample_item_ids: [] }))
  return {
    type: notice.event,
    timestamp: new Date(notice.at).toISOString(),
    data: { sequence: notice.sequence, job: { ...job, errors: few } }
  }
}
