import { setTimeout } from 'node:timers/promises'
import type { BulkResult } from '../contract/bulk.ts'
import { OperationError } from '../contract/errors.ts'

const isTransientCode = (code: unknown): boolean =>
  code === 'NETWORK_ERROR' || code === 'TIMEOUT_ERROR' || (typeof code === 'string' && code.endsWith('_SERVER_ERROR'))

/** Whether a call that threw may be made again at once: it does no harm, and the system neither asked for patience nor let our own limit pass. */
export function mayCallAgain(error: unknown, idempotent: boolean): boolean {
  if (!(error instanceof OperationError) || !isTransientCode(error.code) || error.reason === 'deadline_exceeded') return false
  return !(Number(error.details.retry_after_ms) > 0) && (idempotent || isUnsent(error))
}

/** Whether one item's result may be another the next time. */
export const mayEndOtherwise = ({ outcome, error }: BulkResult): boolean =>
  (outcome === 'failed' || outcome === 'unknown') && isTransientCode(error?.code)

export const isUnsent = (error: unknown): boolean => error instanceof OperationError && error.details.outcome === 'not_executed'

/** Waits before the next attempt, twice as long each time, and never as long as others do; shorter where it is told to stop. */
export async function breathe(attempt: number, firstMs: number, stop: AbortSignal): Promise<void> {
  const milliseconds = firstMs * 2 ** attempt * (1 + Math.random() / 2)
  await setTimeout(milliseconds, undefined, { signal: stop }).catch(() => undefined)
}
