import { OperationError } from '../../contract/errors.ts'

/** When a call that Redis failed may be sent again. */
export const RETRY_AFTER_MS = 2_000

/** Throws the error for a Redis command that failed on behalf of a call. Details stay in the log. */
export function asUnavailable(cause: unknown): never {
  throw new OperationError(
    'redis_unavailable',
    'Redis, which the processes of this gateway share, cannot be reached.',
    { source: 'gateway', outcome: 'not_executed', retryable: true, retry_after_ms: RETRY_AFTER_MS },
    { cause }
  )
}
