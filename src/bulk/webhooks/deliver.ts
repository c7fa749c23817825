import { OperationError } from '../../contract/errors.ts'
import type { GuardedAnswer } from '../../contract/guard.ts'
import type { Delivery } from '../../contract/notifications.ts'
import type { Log } from '../../contract/tool.ts'
import { retryAfterMs } from '../../lib/http/rate-limit.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import type { BulkSettings } from '../settings.ts'
import { NOTIFY_RULES, noSecret, type Webhooks } from './accept.ts'
import { type Notice, note, type Verdict } from './outbox.ts'
import { payloadOf } from './payload.ts'
import { signedHeaders } from './sign.ts'

export interface CourierParts {
  redis: RedisClient
  webhooks: Webhooks
  settings: BulkSettings
  log: Log
  /** Aborts when the process is asked to end. */
  shutdown: AbortSignal
}

/** As much of an answer is read as lets a receiver finish it; nobody looks at it. */
const MOST_ANSWER = 16_384

/** The longest a receiver may ask for. */
const LONGEST_ASKED_MS = 24 * 3_600_000

/** The same for every attempt, so that receivers know what they have had. */
const webhookId = ({ jobId, sequence }: Notice): string => `msg_${jobId}_${sequence}`

interface Attempt {
  status: number | null
  error: string | null
  askedMs?: number | undefined
}

/** Makes one attempt, and writes down what came of it. Answers when the next is due; undefined where there is none. */
export async function deliver(parts: CourierParts, notice: Notice): Promise<number | undefined> {
  const at = Date.now()
  const attempt = await post(parts, notice, at)
  const verdict = verdictOf(attempt, notice, parts.settings.webhook_delays_ms)
  const row: Delivery = {
    event: notice.event,
    webhook_id: webhookId(notice),
    attempt: notice.attempts + 1,
    at: new Date(at).toISOString(),
    status: attempt.status,
    error: attempt.error,
    next_attempt_at: verdict.next === 'again' ? new Date(verdict.due).toISOString() : null
  }
  const isFirst = await note(parts.redis, notice, row, verdict)
  if (attempt.error !== null) parts.log.warn({ job: notice.jobId, ...row }, 'A webhook was not taken')
  return isFirst && verdict.next === 'again' ? verdict.due : undefined
}

async function post(parts: CourierParts, notice: Notice, at: number): Promise<Attempt> {
  try {
    const answer = await send(parts, notice, at)
    return { status: answer.status, error: complaint(answer), askedMs: retryAfterMs(answer.headers, at) }
  } catch (error) {
    if (error instanceof OperationError) return { status: null, error: `${error.reason}: ${error.message}` }
    if (parts.shutdown.aborted) throw error
    parts.log.error({ job: notice.jobId, sequence: notice.sequence, err: error }, 'A webhook could not be sent')
    return { status: null, error: DEFECT }
  }
}

/** What a defect of ours says stays in the log. */
const DEFECT = 'unexpected: The gateway could not send it; its log holds the cause under the id of the job'

async function send({ webhooks, settings, shutdown }: CourierParts, notice: Notice, at: number): Promise<GuardedAnswer> {
  const secrets = webhooks.secrets()
  if (secrets.length === 0) throw noSecret()
  const body = JSON.stringify(payloadOf(notice, webhooks.publicUrl))
  const signed = signedHeaders({ id: webhookId(notice), at, body }, secrets)
  return await webhooks.guard.request({
    url: notice.url,
    rules: NOTIFY_RULES,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Toolgate', ...signed },
    body,
    timeout_ms: settings.webhook_timeout_ms,
    max_bytes: MOST_ANSWER,
    signal: shutdown
  })
}

function complaint({ status }: GuardedAnswer): string | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'The receiver answered 410: it is told no more of this job'
  return `The receiver answered ${status}${status >= 300 && status < 400 ? '; redirects are not followed' : ''}`
}

/** A receiver may ask for more patience than the schedule has, not for less. */
function verdictOf({ status, error, askedMs = 0 }: Attempt, { attempts }: Notice, delays: readonly number[]): Verdict {
  if (error === null) return { next: 'over' }
  if (status === 410) return { next: 'gone' }
  const delay = delays[attempts + 1]
  if (delay === undefined) return { next: 'over' }
  const jitter = 1 + Math.random() / 10
  return { next: 'again', due: Math.round(Date.now() + Math.max(delay * jitter, Math.min(askedMs, LONGEST_ASKED_MS))) }
}
