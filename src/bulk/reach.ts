import { OperationError } from '../contract/errors.ts'
import type { RedisClient } from '../lib/redis/connect.ts'
import { whenReady } from '../lib/redis/connect.ts'

/** Nobody waits longer than this for a job store that does not answer. */
const PATIENCE_MS = 1_800
const TRY_AGAIN_MS = 2_000

/** Does what needs Redis on behalf of a caller: at once, or it says soon that the job store cannot be reached. */
export async function reach<T>(redis: RedisClient, work: () => Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('Redis does not answer')), PATIENCE_MS)
  try {
    return await Promise.race([whenReady(redis, PATIENCE_MS).then(work), tooLate])
  } catch (error) {
    throw isOutage(error) ? unavailable(error) : error
  } finally {
    clearTimeout(timer)
  }
}

/** Redis is not there, or not ready; anything else that it refuses is a defect of ours. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof OperationError) return false
  return OUTAGE.test(error.message) || OUTAGE.test(error.name) || ('code' in error && /^E[A-Z]+$/.test(String(error.code)))
}

const OUTAGE =
  /^(Redis |Connection is closed|Command timed out|Stream isn't writeable|LOADING|CLUSTERDOWN|MASTERDOWN|READONLY|OOM|MISCONF|TRYAGAIN|AbortError|MaxRetriesPerRequestError|ClusterAllFailedError|None of startup|Failed to refresh|Too many Cluster redirections|Cluster isn't ready)/

function unavailable(cause: unknown): OperationError {
  return new OperationError(
    'redis_unavailable',
    'The job store cannot be reached. Jobs that run go on once it is back.',
    { source: 'gateway', retryable: true, retry_after_ms: TRY_AGAIN_MS, outcome: 'unknown' },
    { cause }
  )
}
