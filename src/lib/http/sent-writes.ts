import { AsyncLocalStorage } from 'node:async_hooks'
import { OperationError, type Outcome } from '../../contract/errors.ts'

// Many operations read after their write, for their result. If that fails, the write has still been executed, or may have been.
const calls = new AsyncLocalStorage<{ outcome: Outcome }>()

/** Runs the work of one call, and notes the outcome of the writes that it sends. */
export const withSentWrites = <T>(work: () => Promise<T>): Promise<T> => calls.run({ outcome: 'not_executed' }, work)

/** Notes that a system accepted a write of the current call. */
export function noteAcceptedWrite(): void {
  const call = calls.getStore()
  if (call) call.outcome = 'executed'
}

/** Returns the error of a request. If the request was not executed, its outcome is that of the earlier writes of the call. */
export function withOutcomeOfCall(error: unknown): unknown {
  const call = calls.getStore()
  if (!call || !(error instanceof OperationError)) return error
  const { outcome } = error.details
  if (outcome === 'not_executed') return call.outcome === outcome ? error : error.with({ outcome: call.outcome })
  if (call.outcome === 'not_executed' && outcome !== undefined) call.outcome = outcome
  return error
}
