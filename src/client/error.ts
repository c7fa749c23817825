import type { ErrorDetails, Failure } from '../../openapi/client.d.ts'

/** An error code, such as `NOT_FOUND_ERROR`. A newer gateway may return others. */
export type ErrorCode = Failure['code'] | (string & {})

/** The stable reason that refines the code, such as `file_not_found`. A newer gateway may return others. */
export type Reason = ErrorDetails['reason'] | (string & {})

export type Details = Readonly<Partial<Omit<ErrorDetails, 'reason'>> & { reason?: Reason } & Record<string, unknown>>

/** A call that failed, as the gateway reports it. */
export class ToolgateError extends Error {
  override readonly name = 'ToolgateError'
  /** HTTP status; 0 if there was no response. */
  readonly status: number
  readonly code: ErrorCode
  readonly reason: Reason
  /** All other details of the error: `request_id`, `issues`, `suggestions` and more. */
  readonly details: Details

  constructor(status: number, { code, message, details = {} }: { code: ErrorCode; message: string; details?: Details }) {
    super(message)
    this.status = status
    this.code = code
    this.reason = details.reason ?? 'unexpected'
    this.details = details
  }

  /** Whether the call had an effect. */
  get outcome(): ErrorDetails['outcome'] {
    return this.details.outcome ?? 'unknown'
  }

  /** Whether the same call may succeed later. */
  get retryable(): boolean {
    return this.details.retryable === true
  }

  /** Milliseconds to wait before a retry; 0 if the gateway does not ask for a delay. */
  get retryAfterMs(): number {
    return this.details.retry_after_ms ?? 0
  }
}
