import { ERRORS } from './error-codes.ts'
import type { OperationError } from './errors.ts'

/** Upstream failures are printed with the system's name. */
export function printedCode(code: string, system?: string): string {
  return code === 'UPSTREAM_SERVER_ERROR' && system !== undefined ? `${system.toUpperCase()}_SERVER_ERROR` : code
}

export interface Failure {
  success: false
  error: { code: string; message: string; details: Record<string, unknown> }
}

/** A failed call as every surface answers it. */
export function failure(error: OperationError, requestId: string, system?: string): Failure {
  const retryable = error.details.retryable ?? ERRORS[error.code].retryable
  const details = { reason: error.reason, request_id: requestId, source: 'gateway', outcome: 'not_executed', ...error.details, retryable }
  return { success: false, error: { code: printedCode(error.code, system), message: error.message, details } }
}

/** The same failure, also in the words of RFC 9457. */
export function problem(error: OperationError, requestId: string, path: string, system?: string): Record<string, unknown> {
  const body = failure(error, requestId, system)
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
