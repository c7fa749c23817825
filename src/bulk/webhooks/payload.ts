import type { JobEvent } from '../../contract/webhooks.ts'
import { readMeta } from '../read-meta.ts'
import { viewJob } from '../view.ts'
import type { Notice } from './outbox.ts'

/** The body of a webhook, some kilobytes at most: the job at the event, without its token and without what only a look at it needs. */
export function payloadOf({ jobId, job: hash, errors = [], event, at, sequence }: Notice, publicUrl: string): JobEvent {
  const meta = readMeta(hash)
  if (!meta) throw new Error(`The outbox of job ${jobId} holds what is no job`)
  const { confirm_token, notifications, poll_after_ms, warnings, ...job } = viewJob({ meta, sample: [], errors }, publicUrl)
  const few = job.errors.map(row => ({ ...row, sample_item_ids: [] }))
  return { type: event, timestamp: new Date(at).toISOString(), data: { sequence, job: { ...job, errors: few } } }
}
