import { Webhook } from 'standardwebhooks'
import { OperationError } from '../../contract/errors.ts'
import type { Delivery } from '../../contract/job.ts'
import type { WebhookEvent } from '../../contract/job-events.ts'
import type { GuardedResponse, Log } from '../../contract/runtime.ts'
import { retryAfterMs } from '../../lib/http/rate-limit.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { count } from '../../lib/telemetry/telemetry.ts'
import { viewJob } from '../model/view.ts'
import type { JobSettings } from '../settings.ts'
import { readMeta } from '../store/read-record.ts'
import { type Notice, recordAttempt, type Verdict } from './outbox.ts'
import { NOTIFY_RULES, type Webhooks } from './webhooks.ts'

export interface DeliveryParts {
  redis: RedisClient
  webhooks: Webhooks
  settings: JobSettings
  log: Log
  /** Aborts when the process is shutting down. */
  shutdown: AbortSignal
}

/** Bytes of a response that are read and discarded, so that the receiver can finish it. */
const MAX_RESPONSE = 16_384

/** Maximum delay that a receiver can request. */
const MAX_REQUESTED_MS = 24 * 3_600_000

/** The same for every attempt, so that receivers can ignore events that they have processed. */
const webhookId = ({ jobId, sequence }: Notice): string => `msg_${jobId}_${sequence}`

interface Attempt {
  status: number | null
  error: string | null
  requestedMs?: number | undefined
}

const REVOKED: Attempt = { status: null, error: 'key_revoked: The key of the job was revoked: no further events of this job are sent' }

/** Makes one attempt and records it. Returns when the next attempt is due; undefined if there is none. */
export async function deliver(parts: DeliveryParts, notice: Notice): Promise<number | undefined> {
  const at = Date.now()
  const isRevoked = parts.webhooks.isRevoked?.(ownerOf(notice)) ?? false
  const attempt = isRevoked ? REVOKED : await post(parts, notice, at)
  const verdict: Verdict = isRevoked ? { next: 'gone' } : verdictOf(attempt, notice, parts.settings.webhook_delays_ms)
  const row: Delivery = {
    event: notice.event,
    webhook_id: webhookId(notice),
    attempt: notice.attempts + 1,
    at: new Date(at).toISOString(),
    status: attempt.status,
    error: attempt.error,
    next_attempt_at: verdict.next === 'again' ? new Date(verdict.due).toISOString() : null
  }
  count('webhooks', 1, { 'toolgate.webhook.outcome': attempt.error === null ? 'delivered' : 'failed' })
  const isFirst = await recordAttempt(parts.redis, notice, row, verdict)
  if (attempt.error !== null) parts.log.warn({ job: notice.jobId, ...row }, 'Webhook delivery failed')
  return isFirst && verdict.next === 'again' ? verdict.due : undefined
}

async function post(parts: DeliveryParts, notice: Notice, at: number): Promise<Attempt> {
  try {
    const response = await send(parts, notice, at)
    return { status: response.status, error: refusalOf(response), requestedMs: retryAfterMs(response.headers, at) }
  } catch (error) {
    if (error instanceof OperationError) return { status: null, error: `${error.reason}: ${error.message}` }
    if (parts.shutdown.aborted) throw error
    parts.log.error({ job: notice.jobId, sequence: notice.sequence, err: error }, 'A webhook could not be sent')
    return { status: null, error: DEFECT }
  }
}

/** The message of a defect stays in the log. */
const DEFECT = 'unexpected: The gateway could not send it; its log contains the cause under the ID of the job'

async function send({ webhooks, settings, shutdown }: DeliveryParts, notice: Notice, at: number): Promise<GuardedResponse> {
  const secrets = webhooks.secrets(ownerOf(notice))
  const body = JSON.stringify(bodyOf(notice, webhooks))
  return await webhooks.guard.request({
    url: notice.url,
    rules: NOTIFY_RULES,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Toolgate', ...signedHeaders(webhookId(notice), at, body, secrets) },
    body,
    timeout_ms: settings.webhook_timeout_ms,
    max_bytes: MAX_RESPONSE,
    signal: shutdown
  })
}

/**
 * Returns the headers of Standard Webhooks, with one signature for each secret. `at` is the time of the attempt in milliseconds: receivers refuse
 * a timestamp that is minutes old.
 */
function signedHeaders(id: string, at: number, body: string, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map(secret => new Webhook(secret).sign(id, new Date(at), body))
  return { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(at / 1000)), 'webhook-signature': signatures.join(' ') }
}

/** Returns the body, some kilobytes at most: the job at the event, without its token and without what is only shown when it is read. */
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

/** ID of the key that created the job. */
const ownerOf = ({ job: { key = '' } }: Notice): string => key

function refusalOf({ status }: GuardedResponse): string | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'The receiver returned 410: no further events of this job are sent'
  return `The receiver returned ${status}${status >= 300 && status < 400 ? '; redirects are not followed' : ''}`
}

/** Decides whether a delivery is retried, and when. A receiver can request a longer delay than the schedule has, not a shorter one. */
function verdictOf({ status, error, requestedMs = 0 }: Attempt, { attempts }: Notice, delays: readonly number[]): Verdict {
  if (error === null) return { next: 'over' }
  if (status === 410) return { next: 'gone' }
  const delay = delays[attempts + 1]
  if (delay === undefined) return { next: 'over' }
  const jitter = 1 + Math.random() / 10
  return { next: 'again', due: Math.round(Date.now() + Math.max(delay * jitter, Math.min(requestedMs, MAX_REQUESTED_MS))) }
}
