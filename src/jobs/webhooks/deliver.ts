import { Webhook } from 'standardwebhooks'
import { OperationError } from '../../contract/errors.ts'
import type { Guard, GuardedResponse, Log } from '../../contract/runtime.ts'
import { retryAfterMs } from '../../lib/http/rate-limit.ts'
import type { DeliveryAttempt, OutgoingEvent, Verdict } from '../../lib/outgoing-webhook.ts'
import { count } from '../../lib/telemetry/telemetry.ts'
import type { JobSettings } from '../settings.ts'

export interface DeliveryParts {
  guard: Guard
  settings: JobSettings
  log: Log
  /** Aborts when the process is shutting down. */
  shutdown: AbortSignal
}

/** Bytes of a response that are read and discarded, so that the receiver can finish it. */
const MAX_RESPONSE = 16_384

/** Maximum delay that a receiver can request. */
const MAX_REQUESTED_MS = 24 * 3_600_000

interface Attempt {
  status: number | null
  error: string | null
  requestedMs?: number | undefined
}

/** Makes one attempt and records it. Returns when the next attempt is due; undefined if there is none. */
export async function deliver(parts: DeliveryParts, event: OutgoingEvent): Promise<number | undefined> {
  const at = Date.now()
  const { about, webhookId, attempts, refusal } = event
  const attempt = refusal === undefined ? await post(parts, event, at) : { status: null, error: refusal }
  const verdict: Verdict = refusal === undefined ? verdictOf(attempt, event, parts.settings.webhook_delays_ms) : { next: 'gone' }
  const row: DeliveryAttempt = {
    webhook_id: webhookId,
    attempt: attempts + 1,
    at: new Date(at).toISOString(),
    status: attempt.status,
    error: attempt.error,
    next_attempt_at: verdict.next === 'again' ? new Date(verdict.due).toISOString() : null
  }
  count('webhooks', 1, { 'toolgate.webhook.outcome': attempt.error === null ? 'delivered' : 'failed' })
  const isFirst = await event.record(row, verdict)
  if (attempt.error !== null) parts.log.warn({ [about.kind]: about.id, event: event.type, ...row }, 'Webhook delivery failed')
  return isFirst && verdict.next === 'again' ? verdict.due : undefined
}

async function post(parts: DeliveryParts, event: OutgoingEvent, at: number): Promise<Attempt> {
  try {
    const response = await send(parts, event, at)
    return { status: response.status, error: refusalOf(response, event), requestedMs: retryAfterMs(response.headers, at) }
  } catch (error) {
    if (error instanceof OperationError) return { status: null, error: `${error.reason}: ${error.message}` }
    if (parts.shutdown.aborted) throw error
    parts.log.error({ [event.about.kind]: event.about.id, webhook: event.webhookId, err: error }, 'A webhook could not be sent')
    return {
      status: null,
      error: `unexpected: The gateway could not send it; its log contains the cause under the ID of the ${event.about.kind}`
    }
  }
}

async function send({ guard, settings, shutdown }: DeliveryParts, event: OutgoingEvent, at: number): Promise<GuardedResponse> {
  const { url, rules, webhookId, secrets } = event
  const body = JSON.stringify(event.body())
  return await guard.request({
    url,
    rules,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Toolgate', ...signedHeaders(webhookId, at, body, secrets()) },
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

function refusalOf({ status }: GuardedResponse, { about }: OutgoingEvent): string | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return `The receiver returned 410: no further events of this ${about.kind} are sent`
  return `The receiver returned ${status}${status >= 300 && status < 400 ? '; redirects are not followed' : ''}`
}

/** Decides whether a delivery is retried, and when. A receiver can request a longer delay than the schedule has, not a shorter one. */
function verdictOf({ status, error, requestedMs = 0 }: Attempt, { attempts }: OutgoingEvent, delays: readonly number[]): Verdict {
  if (error === null) return { next: 'over' }
  if (status === 410) return { next: 'gone' }
  const delay = delays[attempts + 1]
  if (delay === undefined) return { next: 'over' }
  const jitter = 1 + Math.random() / 10
  return { next: 'again', due: Math.round(Date.now() + Math.max(delay * jitter, Math.min(requestedMs, MAX_REQUESTED_MS))) }
}
