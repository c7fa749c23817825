import { setTimeout } from 'node:timers/promises'
import type { BulkResult } from '../../contract/bulk.ts'
import { type WaitReason, waitReason } from '../../contract/bulk-outcomes.ts'
import { OperationError } from '../../contract/errors.ts'
import { failureOf } from '../model/failure.ts'
import type { Ending } from '../store/job-store.ts'

/** Maximum of waits that double by themselves. */
const MAX_WAIT_MS: Record<WaitReason, number> = {
  rate_limit: 60_000,
  quota: 3_600_000,
  auth: 900_000,
  network: 60_000,
  configuration: 300_000,
  approval: 30_000
}

/** Maximum wait that a system can request. After that the job tries again. */
const HOUR_MS = 3_600_000
const MAX_REQUESTED_MS = (reason: WaitReason): number => (reason === 'quota' ? 24 * HOUR_MS : HOUR_MS)

/**
 * Returns what an error thrown by an adapter means for its job: a wait (429 becomes one here) if the system or its settings may recover, undefined
 * if continuing would be wrong.
 */
export function waitFor(error: unknown, waits: number, firstWaitMs: number, system?: string): Ending | undefined {
  if (!(error instanceof OperationError)) return undefined
  const reason = waitReason(error)
  if (!reason) return undefined
  const doubled = Math.min(firstWaitMs * 2 ** Math.min(waits, 30), MAX_WAIT_MS[reason])
  const jitter = 1 + Math.random() / 5
  const requested = requestedWait(error, reason)
  // The system knows best when it accepts calls again: a wait that grows by itself would leave that capacity unused.
  const wait = requested > 0 ? Math.max(requested, error.details.source === 'gateway' ? 0 : firstWaitMs) : doubled
  return { how: 'wait', reason, error: failureOf(error, system), delayMs: wait * jitter }
}

/** Returns the wait that the system requests; 0 if it requests none, or 0, which would be a loop. */
function requestedWait({ details: { retry_after_ms: requested } }: OperationError, reason: WaitReason): number {
  return typeof requested === 'number' && requested > 0 ? Math.min(requested, MAX_REQUESTED_MS(reason)) : 0
}

const isTransientCode = (code: unknown): boolean =>
  code === 'NETWORK_ERROR' || code === 'TIMEOUT_ERROR' || (typeof code === 'string' && code.endsWith('_SERVER_ERROR'))

/** Whether a call that threw may be retried in the same turn: that does no harm, and the system requested no wait. */
export function canRetryCall(error: unknown, idempotent: boolean): boolean {
  if (!(error instanceof OperationError) || !isTransientCode(error.code) || error.reason === 'deadline_exceeded') return false
  return !(Number(error.details.retry_after_ms) > 0) && (idempotent || isUnsent(error))
}

/** Whether a retry of one item may have another result. */
export const isTransient = ({ outcome, error }: BulkResult): boolean =>
  (outcome === 'failed' || outcome === 'unknown') && isTransientCode(error?.code)

export const isUnsent = (error: unknown): boolean => error instanceof OperationError && error.details.outcome === 'not_executed'

/** Waits before a retry in the same turn, twice as long each time, with jitter. Ends early if the signal aborts. */
export async function pauseBeforeRetry(attempt: number, firstMs: number, stop: AbortSignal): Promise<void> {
  const milliseconds = firstMs * 2 ** attempt * (1 + Math.random() / 2)
  await setTimeout(milliseconds, undefined, { signal: stop }).catch(() => undefined)
}
