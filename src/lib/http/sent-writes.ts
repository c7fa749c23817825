import { AsyncLocalStorage } from 'node:async_hooks'
import { OperationError, type Outcome } from '../../contract/errors.ts'

// Many operations read after their write, for their result. If that fails, the write has still been executed, or may have been.
const calls = new AsyncLocalStorage<{ outcome: Outcome }>()

/** Runs the work of one call, and notes the outcome of the writes that it sends. */
export const withSentWrites = <T>(work: () => Promise<T>): Promise<T> => calls.run({ outcome: 'not_executed' }, work)

/** Notes that a system accepted a write of the current call. */
export const noteAcceptedWrite = (): void => note('executed')

/** Notes the error of a write: it may have been executed. */
export function noteFailedWrite(error: unknown): void {
  const outcome = error instanceof OperationError ? error.details.outcome : undefined
  if (outcome !== undefined && outcome !== 'not_executed') note(outcome)
}

/** Returns the error of a read with the outcome of the writes that the call sent before. */
export function afterWrites(error: OperationError): OperationError
export function afterWrites(error: unknown): unknown
export function afterWrites(error: unknown): unknown {
  const { outcome = 'not_executed' } = calls.getStore() ?? {}
  return outcome !== 'not_executed' && error instanceof OperationError ? error.with({ outcome }) : error
}

function note(outcome: Outcome): void {
  const call = calls.getStore()
  if (call && call.outcome !== 'executed') call.outcome = outcome
}
