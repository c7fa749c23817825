import type { BulkItem, BulkResult } from './bulk.ts'
import type { Call } from './call.ts'
import { type ErrorCode, OperationError, type Reason } from './errors.ts'

export type WaitReason = 'rate_limit' | 'quota' | 'auth' | 'network' | 'configuration' | 'approval'

/**
 * Returns why the job should wait after this error: no item caused it, and the system, its credential or its settings may recover. Returns
 * undefined for every other error.
 */
export function waitReason(error: OperationError): WaitReason | undefined {
  switch (error.code) {
    case 'RATE_LIMIT_ERROR':
      return error.details['quota'] === true ? 'quota' : 'rate_limit'
    case 'AUTHENTICATION_ERROR':
      return 'auth'
    case 'PERMISSION_ERROR':
      // Most refusals concern one item, and the others can continue. Only the client of the system recognizes a refusal of the credential.
      return error.reason === 'insufficient_permissions' && error.details['of_credential'] === true ? 'auth' : undefined
    case 'NETWORK_ERROR':
    case 'TIMEOUT_ERROR':
    case 'UPSTREAM_SERVER_ERROR':
      return 'network'
    case 'CONFIGURATION_ERROR':
      return 'configuration'
    default:
      return BY_REASON.get(error.reason)
  }
}

const BY_REASON: ReadonlyMap<Reason, WaitReason> = new Map([
  ['instance_not_found', 'configuration'],
  ['approval_required', 'approval'],
  ['calls_under_way', 'network'],
  ['busy', 'network'],
  ['circuit_open', 'network']
])

/** Errors of the gateway or its host: no item caused them either. */
const HOST_ERRORS: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE_ERROR', 'UNKNOWN_ERROR'])

/** The signals that end a call. */
export type Stops = Pick<Call<unknown>, 'signal' | 'stopping'>

/**
 * For executeBatch, before each item: throws if the job is being stopped or the time of the call is up. The error states that the items
 * without a result were not started, so they become not attempted. After `signal.throwIfAborted()` they would all be unknown.
 */
export function beforeNext({ signal, stopping }: Stops): void {
  const reason = [signal, stopping].find(one => one?.aborted)?.reason
  if (reason === undefined) return
  const message = 'The call was stopped, or it timed out, before all of its items were started. Items without a result were not started.'
  throw new OperationError('deadline_exceeded', message, { source: 'gateway', outcome: 'not_executed' }, { cause: reason })
}

/** Returns the result of an item that executeBatch could not act on. Throws the error again if no item caused it: that ends the turn. */
export function failedItem({ id }: BulkItem, error: unknown): BulkResult {
  if (!(error instanceof OperationError) || HOST_ERRORS.has(error.code) || waitReason(error)) throw error
  const { code, reason, message } = error
  // An item that may have been done must not count as failed: a retry of failed items would do it twice.
  const outcome = error.details.outcome === 'unknown' || error.details.outcome === 'executed' ? 'unknown' : 'failed'
  return { item_id: id, outcome, error: { code, reason, message } }
}

/**
 * For `.catch()` of a request that follows a change of the same item: throws the error again with outcome `unknown`, because the item is changed
 * in part. `change` states what was done: "The branch x was created, but its merge request was not".
 */
export const ifPartlyDone =
  (change: string) =>
  (error: unknown): never => {
    if (!(error instanceof OperationError)) throw error
    throw new OperationError(error.reason, `${change}: ${error.message}`, { ...error.details, outcome: 'unknown' }, { cause: error })
  }

/** Error of an item that was started before and needs no change now: its state does not show whether this job changed it. */
const UNTELLABLE = {
  code: 'UNKNOWN_ERROR',
  reason: 'answer_lost',
  message: 'It was started before, and the result was lost. Now it needs no change; whether this job changed it is unknown'
} as const

/**
 * Returns the result of an item that is found as the action would leave it. If this job did not start it before, it is skipped. If it did, the
 * item succeeded if its image, version, author or content shows that this job changed it: pass what the result should contain as `own`.
 * Otherwise it is unknown.
 */
export function foundDone(
  { again }: Pick<BulkItem, 'again'>,
  own?: Pick<BulkResult, 'before' | 'data'> | false
): Omit<BulkResult, 'item_id'> {
  if (!again) return { outcome: 'skipped' }
  return own ? { outcome: 'succeeded', ...own } : { outcome: 'unknown', error: UNTELLABLE }
}

/**
 * Corrects the result of an item that an earlier attempt may have done: it was not skipped, and that this attempt was refused does not mean
 * that the earlier one failed.
 */
export function afterAttempt(result: BulkResult): BulkResult {
  const { item_id, outcome, error } = result
  const isDoubtful = outcome === 'skipped' || outcome === 'failed'
  return isDoubtful ? { item_id, outcome: 'unknown', error: error ?? UNTELLABLE } : result
}
