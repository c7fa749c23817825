import type { BulkAdapter, BulkResult, Json } from '../contract/bulk.ts'
import { waitReason } from '../contract/bulk-outcomes.ts'
import type { Call, Caller } from '../contract/call.ts'
import { asOperationError, type OperationError } from '../contract/errors.ts'
import type { CallResult } from '../contract/job.ts'
import { highestPermission, type Operation } from '../contract/operation.ts'
import { type CallPayload, callAdapter } from './call-job.ts'
import { connectionFromSignal, type InvokeContext } from './context.ts'
import { failureEnvelope } from './failure.ts'
import { invoke } from './invoke.ts'

type Services = Pick<InvokeContext, 'connections' | 'ports' | 'publicUrl'> & {
  /** Returns the current caller of an ID; `unknown` if this process has no keys. `scopes`: those at the time of the call, for the subject of a token. */
  callerOf: (id: string, scopes: readonly string[]) => Caller | 'unknown' | undefined
}

/** Maximum characters of a result that a job stores. */
const MAX_RESULT = 80_000

/** Returns the adapter by which a worker runs the job of a call: through the same pipeline, on behalf of the caller that created it. */
export function callRunner(operation: Operation, services: Services): BulkAdapter {
  return {
    ...callAdapter(operation, highestPermission(operation.permission)),
    async *executeBatch(items, payload: CallPayload | null, call) {
      for (const { id } of items) yield { item_id: id, ...(await runCall(operation, payload, call, services)) }
    }
  }
}

async function runCall(
  operation: Operation,
  payload: CallPayload | null,
  { caller: { id }, jobs, jobId, log, signal, stopping }: Call<unknown>,
  { callerOf, ...services }: Services
): Promise<Omit<BulkResult, 'item_id'>> {
  if (payload === null) return { outcome: 'failed', error: PAYLOAD_DELETED }
  const { input, scopes, constraints, request_id: requestId, notify_url: notifyUrl, response_defaults } = payload
  try {
    const { data, status, metadata } = await invoke(operation, input, {
      ...services,
      caller: currentCaller(callerOf(id, scopes), { id, scopes, ...(constraints && { constraints }) }),
      jobs,
      log,
      requestId,
      surface: 'job',
      ...(jobId !== undefined && { jobId }),
      ...(notifyUrl !== undefined && { notifyUrl }),
      clientConnection: connectionFromSignal(signal),
      ...(stopping && { jobStopping: stopping }),
      maxChars: MAX_RESULT,
      ...(response_defaults && { responseDefaults: response_defaults })
    })
    return { outcome: 'succeeded', data: asJson({ status, success: true, data, metadata }) }
  } catch (thrown) {
    const error = asOperationError(thrown)
    if (signal.aborted || (stopping?.aborted && error.reason === 'client_closed'))
      throw error.details.outcome ? error : error.with({ outcome: 'not_executed' })
    if (mayWait(error)) throw error
    return failedResult(operation, error, payload)
  }
}

/** Returns the caller with what its key may do now. A process without keys uses what it could do at the time of the call. */
function currentCaller(now: Caller | 'unknown' | undefined, then: Caller): Caller {
  if (now === 'unknown') return then
  return now ?? { ...then, scopes: [] }
}

/** Whether the job waits because of a rate limit, or for an approval. Any other error is the result of the call. */
function mayWait(error: OperationError): boolean {
  const reason = waitReason(error)
  return (reason === 'rate_limit' || reason === 'quota' || reason === 'approval') && error.details.outcome !== 'unknown'
}

function failedResult({ tool }: Operation, error: OperationError, { request_id }: CallPayload): Omit<BulkResult, 'item_id'> {
  const { success, error: body } = failureEnvelope(error, request_id, tool.name)
  const { code } = body
  const { message } = error // without the prefix of the envelope, which is added when the result is returned
  const isDoubtful = error.details.outcome === 'unknown' || error.details.outcome === 'executed'
  return {
    outcome: isDoubtful ? 'unknown' : 'failed',
    error: { code, reason: error.reason, message },
    data: asJson({ status: error.status, success, error: { ...body, message } })
  }
}

/** Converts to plain JSON, which omits properties that are undefined. */
const asJson = (result: CallResult): Json => JSON.parse(JSON.stringify(result))

const PAYLOAD_DELETED = {
  code: 'UNKNOWN_ERROR',
  reason: 'unexpected',
  message: 'The input of the call is no longer stored, so nothing was done. Send the call again.'
}
