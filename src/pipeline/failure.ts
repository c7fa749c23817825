import { ERRORS, type OperationError, type Outcome } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'

/** The state of a call when it failed. */
export interface FailedCall {
  operation: Operation
  /** Its permission is more than read. */
  writes: boolean
  /** Its handler was called, now or by an earlier call with the same idempotency key. */
  begun: boolean
  /** It has an idempotency key, so the gateway never executes it twice. */
  keyed: boolean
}

/**
 * Returns the error with the outcome of the call. A read has no outcome. A write whose handler was never called was not executed. One that may have
 * been executed is `retryable` only if a second call cannot execute it twice, and its first suggestion is what to do.
 */
export function settleFailure(error: OperationError, { operation, writes, begun, keyed }: FailedCall): OperationError {
  const { outcome = 'not_executed', replayed, suggestions = [] } = error.details
  if (!writes) return error.withoutOutcome()
  if (!begun || outcome === 'not_executed') return error.with({ outcome: 'not_executed' })
  if (outcome === 'executed') return error.with({ retryable: false })
  if (replayed) return error // settled by the first call, and has its own suggestions
  const mayHelp = error.details.retryable ?? ERRORS[error.code].retryable
  const retryable = mayHelp && (operation.idempotent || keyed)
  return error.with({ retryable, suggestions: [adviceFor(operation, retryable, keyed), ...suggestions] })
}

function adviceFor(operation: Operation, retryable: boolean, keyed: boolean): string {
  if (!retryable)
    return `${check(operation)} Send the call again${keyed ? ', with a new idempotency key,' : ''} only if it was not executed.`
  return keyed
    ? 'Send the same call with the same idempotency key: it is not executed twice, and returns the result of the first call if that is known.'
    : 'Send the same call again: executing it twice has the same effect as once.'
}

/** Matches the IDs of operations that show whether a write was executed. */
export const CHECKS = /_(get|list|search|read)(_|$)/

function check({ see_also }: Operation): string {
  const reads = see_also.filter(id => CHECKS.test(id))
  return `First check whether it was executed${reads.length > 0 ? `, for example with ${reads.join(' or ')}` : ''}.`
}

/** Returns the code as responses show it: an upstream's server error carries the name of its system. */
export function printedCode(code: string, system?: string): string {
  return code === 'UPSTREAM_SERVER_ERROR' && system !== undefined ? `${system.toUpperCase()}_SERVER_ERROR` : code
}

export interface Failure {
  success: false
  error: { code: string; message: string; details: Record<string, unknown> }
}

/** A message that does not mention the outcome would be read as "not executed", so any other outcome comes first. */
const OUTCOME_PREFIX: Record<Outcome, string> = {
  not_executed: '',
  executed: 'The call was executed, but then failed: ',
  unknown: 'It is unknown whether the call was executed: '
}

/** Returns the error response that every surface sends. */
export function failureEnvelope(error: OperationError, requestId: string, system?: string): Failure {
  const { outcome = 'not_executed' } = error.details
  const retryable = error.details.retryable ?? (outcome === 'not_executed' && ERRORS[error.code].retryable)
  const details = { reason: error.reason, request_id: requestId, source: 'gateway', ...error.details, outcome, retryable }
  return { success: false, error: { code: printedCode(error.code, system), message: OUTCOME_PREFIX[outcome] + error.message, details } }
}

/** Returns the same error response with the members of RFC 9457. */
export function problemDetails(error: OperationError, requestId: string, path: string, system?: string): Record<string, unknown> {
  const body = failureEnvelope(error, requestId, system)
  return {
    type: `/errors/${error.code}`,
    title: ERRORS[error.code].meaning,
    status: error.status,
    detail: error.message,
    instance: path,
    code: body.error.code,
    request_id: requestId,
    ...body
  }
}
