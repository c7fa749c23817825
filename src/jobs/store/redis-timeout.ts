import { OperationError } from '../../contract/errors.ts'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { whenReady } from '../../lib/redis/connect.ts'
import { withTimeout } from '../../lib/timeout.ts'

/** Maximum time that a caller waits for Redis. */
const TIMEOUT_MS = 1_800
const RETRY_AFTER_MS = 2_000

/** Does what needs Redis on behalf of a caller. Throws redis_unavailable if Redis does not respond within TIMEOUT_MS. */
export async function withRedisTimeout<T>(redis: RedisClient, work: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(whenReady(redis, TIMEOUT_MS).then(work), TIMEOUT_MS, () => new Error('Redis does not respond'))
  } catch (error) {
    throw isOutage(error) ? unavailable(error) : error
  }
}

/** Whether an error means that Redis is unavailable or not ready. Any other refusal of Redis is a defect of the gateway. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof OperationError) return false
  return OUTAGE.test(error.message) || OUTAGE.test(error.name) || ('code' in error && /^E[A-Z]+$/.test(String(error.code)))
}

const OUTAGE =
  /^(Redis |Connection is closed|Command timed out|Stream isn't writeable|LOADING|CLUSTERDOWN|MASTERDOWN|READONLY|OOM|MISCONF|TRYAGAIN|AbortError|MaxRetriesPerRequestError|ClusterAllFailedError|None of startup|Failed to refresh|Too many Cluster redirections|Cluster isn't ready)/

function unavailable(cause: unknown): OperationError {
  return new OperationError(
    'redis_unavailable',
    'The job store is unavailable. Running jobs continue once it recovers.',
    { source: 'gateway', retryable: true, retry_after_ms: RETRY_AFTER_MS, outcome: 'unknown' },
    { cause }
  )
}
