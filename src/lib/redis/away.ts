import { OperationError } from '../../contract/errors.ts'

const TRY_AGAIN_MS = 2_000

/** A command that failed on behalf of a call: what Redis said stays in the log. */
export function asUnavailable(cause: unknown): never {
  throw new OperationError(
    'redis_unavailable',
    'The store that the processes of this gateway share cannot be reached.',
    { source: 'gateway', outcome: 'not_executed', retryable: true, retry_after_ms: TRY_AGAIN_MS },
    { cause }
  )
}
