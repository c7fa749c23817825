import type { RequestError, Response } from 'got'
import { type ErrorDetails, OperationError, type Outcome, type Reason } from '../../contract/errors.ts'
import { textOf } from './body.ts'
import { loadGot } from './got.ts'
import { plainText } from './plain-text.ts'
import { rateLimitOf, retryAfterMs } from './rate-limit.ts'
import { isRead, type Subject, type UpstreamRequest } from './request.ts'
import { afterWrites } from './sent-writes.ts'

/** The meaning of an error response of a system. */
export interface Classification {
  reason: Reason
  /** Added to the details of every upstream error. `upstream.message` replaces the text of the response in the error message. */
  details?: ErrorDetails
}

/** Reads an error response; undefined if the status alone decides. */
export type Classify = (response: { status: number; headers: Response['headers']; body: string }) => Classification | undefined

/** How errors of one upstream are worded. */
export interface ErrorContext {
  /** Display name of the system. */
  title: string
  /** Removed from every message. */
  secrets: readonly string[]
  /** The identity that cannot see a missing resource, such as `account`. Default: token. */
  viewer?: string
  classify?: Classify
  /** Replaces the reason of an error response, depending on what the request was about. */
  reasonFor?: (reason: Reason, subject: Subject) => Reason
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

/** Error codes of requests that failed before a byte was sent. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL'])
const BEFORE_SENDING = new Set(['lookup', 'connect', 'secureConnect', 'socket'])

/** The upstream does not have the method, now or later. */
const NOT_IMPLEMENTED = 501

const MAX_UPSTREAM_TEXT = 2000

/** Characters of an error body that are read: the patterns of every system run over them. */
const MAX_BODY = 4096

type Request = Pick<UpstreamRequest, 'method' | 'reads' | 'subject'>

/** Converts an error of got to an OperationError. Returns any other error as it is. */
export function toOperationError(error: unknown, context: ErrorContext, request: Request): unknown {
  const { AbortError, HTTPError, RequestError, TimeoutError } = loadGot()
  const outcome: Outcome = isRead(request) || !(error instanceof RequestError) || wasNotExecuted(error) ? 'not_executed' : 'unknown'
  if (error instanceof HTTPError) return responseError(error.response, context, outcome, request.subject)
  if (!(error instanceof RequestError)) return error
  if (error.cause instanceof OperationError) return error.cause
  if (error instanceof AbortError) return error.options.signal?.reason ?? error
  const details: ErrorDetails = { source: 'upstream', outcome, upstream: { error: error.code } }
  if (error instanceof TimeoutError)
    return new OperationError('network_timeout', `${context.title} did not respond in time (${error.event}).`, details, { cause: error })
  return new OperationError('connection_failed', `${context.title} could not be reached (${error.code}).`, details, { cause: error })
}

/**
 * True if the upstream provably executed nothing: the request was not sent, or was refused (4xx except 408, 501, or 503 with Retry-After). Other
 * 5xx responses prove nothing, and a 408 may come from a proxy.
 */
export function wasNotExecuted(error: RequestError): boolean {
  const { statusCode: status, headers } = error.response ?? {}
  if (status === undefined) return wasNotSent(error)
  return (
    (status >= 400 && status < 500 && status !== 408) ||
    status === NOT_IMPLEMENTED ||
    (status === 503 && headers?.['retry-after'] !== undefined)
  )
}

const wasNotSent = (error: RequestError): boolean =>
  UNSENT.has(error.code) || (error instanceof loadGot().TimeoutError && BEFORE_SENDING.has(error.event))

/** Returns the error for a response that is not a success. */
export function responseError(
  response: Pick<Response, 'statusCode' | 'headers' | 'body'>,
  context: ErrorContext,
  outcome: Outcome,
  subject: Subject | undefined
): OperationError {
  const { statusCode: status, headers } = response
  const body = textOf(response.body, headers['content-type']).slice(0, MAX_BODY)
  const wait = retryAfterMs(headers, Date.now())
  const { reason, details } = context.classify?.({ status, headers, body }) ?? { reason: reasonFor(status) }
  const upstream = { status, message: messageIn(body, context.secrets), ...details?.upstream }
  return new OperationError(refinedReason(reason, context, status, subject), messageFor(reason, context, upstream, subject), {
    source: 'upstream',
    outcome,
    ...details,
    ...(status === NOT_IMPLEMENTED && { retryable: false }),
    ...(wait !== undefined && { retry_after_ms: wait }),
    ...(reason === 'rate_limit_exceeded' && limitDetails(headers, wait ?? details?.retry_after_ms)),
    upstream
  })
}

function messageFor(
  reason: Reason,
  { title, viewer = 'token' }: ErrorContext,
  { status, message }: { status: number; message: unknown },
  subject: Subject | undefined
): string {
  if (subject && reason === 'upstream_not_found') return `${title} has no ${subject.kind} ${subject.name} that this ${viewer} can see.`
  const text = typeof message === 'string' ? oneLine(message) : ''
  return `${title} returned ${status}${text === '' ? '' : `: ${text}`}`
}

/** A message is one line, so that what an upstream sends cannot look like further text of the gateway. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

function refinedReason(reason: Reason, context: ErrorContext, status: number, subject: Subject | undefined): Reason {
  if (!subject) return reason
  if (status === 409 && subject.conflict) return subject.conflict
  return context.reasonFor?.(reason, subject) ?? reason
}

/** When the limit resets, and what the response reports about it. */
function limitDetails(headers: Response['headers'], wait: number | undefined): ErrorDetails {
  const now = Date.now()
  const rate_limit = rateLimitOf(headers, now)
  return { ...(wait !== undefined && { reset_time: new Date(now + wait).toISOString() }), ...(rate_limit && { rate_limit }) }
}

function reasonFor(status: number): Reason {
  return BY_STATUS[status] ?? (status >= 500 ? 'server_error' : 'upstream_refused')
}

/** The upstream's message: that of a JSON error, or the text without its HTML; bounded, without secrets. */
function messageIn(body: string, secrets: readonly string[]): string {
  const message = secrets.reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, '[redacted]')), parsedMessage(body))
  return message.length > MAX_UPSTREAM_TEXT ? `${message.slice(0, MAX_UPSTREAM_TEXT)}…` : message
}

function parsedMessage(body: string): string {
  try {
    return findMessage(JSON.parse(body)) ?? body
  } catch {
    return plainText(body)
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

/** The error for a successful response whose body has an unexpected form. A write was still executed. */
export const unexpectedResponse = (title: string, request: Request): OperationError => {
  const { subject } = request
  const message = `${title} returned an unexpected response${subject ? ` for the ${subject.kind} ${subject.name}` : ''}.`
  return isRead(request)
    ? afterWrites(new OperationError('server_error', message, { source: 'upstream', outcome: 'not_executed' }))
    : new OperationError('server_error', message, { source: 'upstream', outcome: 'executed' })
}
