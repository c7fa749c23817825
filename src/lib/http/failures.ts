import type { RequestError, Response } from 'got'
import { type ErrorDetails, OperationError, type Outcome, type Reason } from '../../contract/errors.ts'
import { textOf } from './body.ts'
import { loadGot } from './got.ts'
import { rateLimitOf, retryAfterMs } from './rate-limit.ts'

/** What a system's answer means: the reason, and facts of it beside those that any answer has. */
export interface Meaning {
  reason: Reason
  details?: ErrorDetails
}

/** Undefined where the status says it all. */
export type Classify = (answer: { status: number; headers: Response['headers']; body: string }) => Meaning | undefined

/** What a failure is told with. */
export interface Where {
  /** The system, as people write it. */
  title: string
  /** Words that no message may hold. */
  secrets: readonly string[]
  classify?: Classify
}

const BY_STATUS: Record<number, Reason> = {
  401: 'authentication_failed',
  403: 'insufficient_permissions',
  404: 'upstream_not_found',
  408: 'network_timeout',
  409: 'version_conflict',
  410: 'upstream_gone',
  412: 'version_conflict',
  429: 'rate_limit_exceeded'
}

/** Failures before a byte of the request was sent. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL'])
const BEFORE_SENDING = new Set(['lookup', 'connect', 'secureConnect', 'socket'])

const LONGEST_UPSTREAM_TEXT = 2000

/** Turns got's errors into the house's, once. Whatever else was thrown passes through. */
export function toOperationError(thrown: unknown, where: Where, isRead: boolean): unknown {
  const { AbortError, HTTPError, RequestError, TimeoutError } = loadGot()
  const outcome: Outcome = isRead || !(thrown instanceof RequestError) || wasNotDone(thrown) ? 'not_executed' : 'unknown'
  if (thrown instanceof HTTPError) return fromAnswer(thrown.response, where, outcome)
  if (!(thrown instanceof RequestError)) return thrown
  if (thrown.cause instanceof OperationError) return thrown.cause
  if (thrown instanceof AbortError) return thrown.options.signal?.reason ?? thrown
  const details: ErrorDetails = { source: 'upstream', outcome, upstream: { error: thrown.code } }
  if (thrown instanceof TimeoutError)
    return new OperationError('network_timeout', `${where.title} did not answer in time (${thrown.event}).`, details, { cause: thrown })
  return new OperationError('connection_failed', `${where.title} could not be reached (${thrown.code}).`, details, { cause: thrown })
}

/**
 * True where nothing can have happened: the request never left, or the system refused it. A failure of the system itself
 * proves nothing, unless it asks to come again later; nor does 408, which may come from something between.
 */
export function wasNotDone(error: RequestError): boolean {
  const { statusCode: status, headers } = error.response ?? {}
  if (status === undefined) return wasUnsent(error)
  return (status >= 400 && status < 500 && status !== 408) || (status === 503 && headers?.['retry-after'] !== undefined)
}

const wasUnsent = (error: RequestError): boolean =>
  UNSENT.has(error.code) || (error instanceof loadGot().TimeoutError && BEFORE_SENDING.has(error.event))

/** What a system refused, by what it answered. */
export function fromAnswer(response: Pick<Response, 'statusCode' | 'headers' | 'body'>, where: Where, outcome: Outcome): OperationError {
  const { statusCode, headers } = response
  const body = textOf(response.body, headers['content-type'])
  const text = tellable(body, where)
  const wait = retryAfterMs(headers, Date.now())
  const { reason, details } = where.classify?.({ status: statusCode, headers, body }) ?? { reason: reasonFor(statusCode) }
  return new OperationError(reason, `${where.title} answered ${statusCode}${text === '' ? '' : `: ${text}`}`, {
    source: 'upstream',
    outcome,
    ...details,
    ...(wait !== undefined && { retry_after_ms: wait }),
    ...(reason === 'rate_limit_exceeded' && limitOf(headers, wait ?? details?.retry_after_ms)),
    upstream: { status: statusCode, message: text, ...details?.upstream }
  })
}

/** When the limit is whole again, and what the system told of it. */
function limitOf(headers: Response['headers'], wait: number | undefined): ErrorDetails {
  const now = Date.now()
  const rate_limit = rateLimitOf(headers, now)
  return { ...(wait !== undefined && { reset_time: new Date(now + wait).toISOString() }), ...(rate_limit && { rate_limit }) }
}

function reasonFor(status: number): Reason {
  return BY_STATUS[status] ?? (status >= 500 ? 'server_error' : 'upstream_refused')
}

/** The system's own words: the message of a JSON error, else the text without its HTML; bounded, without secrets. */
function tellable(body: string, { secrets }: Where): string {
  const clean = secrets.reduce((told, secret) => (secret === '' ? told : told.replaceAll(secret, '[redacted]')), messageIn(body))
  return clean.length > LONGEST_UPSTREAM_TEXT ? `${clean.slice(0, LONGEST_UPSTREAM_TEXT)}…` : clean
}

function messageIn(body: string): string {
  try {
    return findMessage(JSON.parse(body)) ?? body
  } catch {
    return body
      .replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  }
}

function findMessage(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  const fields = new Map(Object.entries(value))
  for (const name of ['message', 'error_description', 'error', 'detail', 'title', 'errors']) {
    const found = findMessage(fields.get(name))
    if (found !== undefined) return found
  }
  return Array.isArray(value) ? findMessage(value[0]) : undefined
}
