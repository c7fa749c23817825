/** A call that failed, in the words of the gateway. */
export class ToolgateError extends Error {
  override readonly name = 'ToolgateError'
  /** HTTP status; 0 where no answer of the gateway came. */
  readonly status: number
  /** As in `error.code`, such as `NOT_FOUND_ERROR`. */
  readonly code: string
  /** The stable word below the code. */
  readonly reason: string
  /** All that the gateway says of it: `outcome`, `retryable`, `issues`, `suggestions` and more. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, { code, message, details = {} }: { code: string; message: string; details?: Record<string, unknown> }) {
    super(message)
    this.status = status
    this.code = code
    this.reason = String(details['reason'] ?? 'unexpected')
    this.details = details
  }
}
