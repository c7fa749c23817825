import type { Json } from './bulk.ts'
import { waitReason } from './bulk-failure.ts'
import { type KeptCall, runnableCall } from './call-job.ts'
import type { InvokeContext } from './context.ts'
import { failure } from './envelope.ts'
import { asOperationError, type OperationError } from './errors.ts'
import { invoke } from './invoke.ts'
import type { CallResult } from './job-parts.ts'
import type { Operation } from './operation.ts'
import { presenceBy } from './presence.ts'

type Lent = Pick<InvokeContext, 'connections' | 'ports' | 'publicUrl'>

/** What a worker runs of an operation that was called as a job: the same call, through the same door, for whoever made it. */
export const callRunner = (operation: Operation, lent: Lent) =>
  runnableCall(operation, async (kept, { caller: { id }, jobs, log, signal }) => {
    if (kept === null) return { outcome: 'failed', error: NOT_KEPT }
    const { input, scopes, request_id: requestId } = kept
    try {
      const { data, status, metadata } = await invoke(operation, input, {
        ...lent,
        caller: { id, scopes },
        jobs,
        log,
        requestId,
        presence: presenceBy(signal),
        maxChars: MOST_KEPT
      })
      return { outcome: 'succeeded', data: asJson({ status, success: true, data, metadata }) }
    } catch (thrown) {
      const error = asOperationError(thrown)
      if (signal.aborted) throw error.details.outcome ? error : error.withOutcome('not_executed')
      if (mayWait(error)) throw error
      return refused(operation, error, kept)
    }
  })

/** Most characters that are kept of an answer. */
const MOST_KEPT = 80_000

/** A limit that has not room for it yet: its job waits. All else is told to whoever made the call. */
function mayWait(error: OperationError): boolean {
  const reason = waitReason(error)
  return (reason === 'rate_limit' || reason === 'quota') && error.details.outcome !== 'unknown'
}

function refused({ tool }: Operation, error: OperationError, { request_id }: KeptCall) {
  const { success, error: told } = failure(error, request_id, tool.name)
  const { code, message } = told
  const outcome = error.details.outcome === 'unknown' || error.details.outcome === 'executed' ? ('unknown' as const) : ('failed' as const)
  return { outcome, error: { code, reason: error.reason, message }, data: asJson({ status: error.status, success, error: { ...told } }) }
}

/** Answers are JSON; what is undefined in them is left out. */
const asJson = (result: CallResult): Json => JSON.parse(JSON.stringify(result))

const NOT_KEPT = {
  code: 'UNKNOWN_ERROR',
  reason: 'unexpected',
  message: 'The input of the call is no longer kept: nothing was done. Make the call again.'
}
