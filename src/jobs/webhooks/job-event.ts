import type { WebhookEvent } from '../../contract/job-events.ts'
import type { OutgoingEvent } from '../../lib/outgoing-webhook.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { viewJob } from '../model/view.ts'
import { readMeta } from '../store/read-record.ts'
import { type Notice, recordAttempt } from './outbox.ts'
import { NOTIFY_RULES, type Webhooks } from './webhooks.ts'

const REVOKED = 'key_revoked: The key of the job was revoked: no further events of this job are sent'

/** Returns an entry of the outbox of a job as an event to deliver. */
export function jobEvent(redis: RedisClient, webhooks: Webhooks, notice: Notice): OutgoingEvent {
  const { jobId, sequence, event, attempts, due, url } = notice
  const { key: owner = '' } = notice.job // ID of the key that created the job
  return {
    about: { kind: 'job', id: jobId },
    type: event,
    webhookId: `msg_${jobId}_${sequence}`,
    attempts,
    due,
    url,
    rules: NOTIFY_RULES,
    secrets: () => webhooks.secrets(owner),
    ...(webhooks.isRevoked?.(owner) && { refusal: REVOKED }),
    body: () => bodyOf(notice, webhooks),
    record: async (attempt, verdict) => await recordAttempt(redis, notice, { event, ...attempt }, verdict)
  }
}

/** Returns the body, a few kilobytes at most: the job at the event, without its token and without what is only shown when it is read. */
function bodyOf(
  { jobId, job: hash, errors = [], event, at, sequence }: Notice,
  { publicUrl, decrypt = meta => meta }: Pick<Webhooks, 'publicUrl' | 'decrypt'>
): WebhookEvent {
  const meta = readMeta(hash)
  if (!meta) throw new Error(`The outbox of job ${jobId} contains an entry without a job`)
  const { confirm_token, notifications, poll_after_ms, warnings, ...job } = viewJob({ meta: decrypt(meta), sample: [], errors }, publicUrl)
  const rows = job.errors.map(row => ({ ...row, sample_item_ids: [] }))
  return { type: event, timestamp: new Date(at).toISOString(), data: { sequence, job: { ...job, errors: rows } } }
}
