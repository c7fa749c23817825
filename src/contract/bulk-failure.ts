import type { BulkItem, BulkResult } from './bulk.ts'
import type { ErrorCode } from './error-codes.ts'
import { OperationError, type Reason } from './errors.ts'

export type WaitReason = 'rate_limit' | 'quota' | 'auth' | 'network' | 'configuration'

/** Whether an error is no item's doing, and the job had better wait until the system, its credential or its settings recover; and why. */
export function waitReason(error: OperationError): WaitReason | undefined {
  switch (error.code) {
    case 'RATE_LIMIT_ERROR':
      return error.details['quota'] === true ? 'quota' : 'rate_limit'
    case 'AUTHENTICATION_ERROR':
      return 'auth'
    case 'PERMISSION_ERROR':
      // Most refusals are of one thing, and the others go on: only its client knows the words of the system that speak of the credential.
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
  ['calls_under_way', 'network'],
  ['busy', 'network']
])

/** Errors of the gateway or its host: no item's doing either. */
const OF_THE_HOST: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE_ERROR', 'UNKNOWN_ERROR'])

/**
 * For an executeBatch, before each item: throws where it was told to stop, or its time is over, and says that the items without a result were
 * not begun. They are then not attempted, where `signal.throwIfAborted()` would leave all of them unknown.
 */
export function beforeNext(signal: AbortSignal): void {
  if (!signal.aborted) return
  const message =
    'The call was told to stop, or its time was over, before it had begun all its items: those without a result were not begun'
  throw new OperationError('deadline_exceeded', message, { source: 'gateway', outcome: 'not_executed' }, { cause: signal.reason })
}

/** The result of an item that an executeBatch could not act on. Throws the error on where it is no item's doing: that ends the turn. */
export function failedItem({ id }: BulkItem, error: unknown): BulkResult {
  if (!(error instanceof OperationError) || OF_THE_HOST.has(error.code) || waitReason(error)) throw error
  const { code, reason, message } = error
  // What may have been done is not told as failed: who retries what has failed would do it twice.
  const outcome = error.details.outcome === 'unknown' || error.details.outcome === 'executed' ? 'unknown' : 'failed'
  return { item_id: id, outcome, error: { code, reason, message } }
}
