import { OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'

const RETRY_AFTER_MS = 1_000
const CHECK = 'Check whether it was executed. To execute it again, send the call with a new key.'

export const keyReused = ({ id }: Operation): OperationError =>
  new OperationError(
    'idempotency_key_reused',
    `This idempotency key was already used for ${id} with a different input. Nothing was done.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: ['To get the response of the first call, send its input again. To do something else, use a new key.']
    }
  )

export const inFlight = ({ id }: Operation): OperationError =>
  new OperationError('idempotency_in_flight', `A call of ${id} with this idempotency key is still in progress.`, {
    source: 'gateway',
    outcome: 'unknown',
    retryable: true,
    retry_after_ms: RETRY_AFTER_MS,
    suggestions: ['Send the same call with the same key again. It returns the response of the first call once that has ended.']
  })

export const outcomeLost = ({ id }: Operation): OperationError =>
  new OperationError(
    'idempotency_outcome_unknown',
    `The gateway stopped while a call of ${id} with this idempotency key was in progress: it may or may not have been executed. It was not repeated.`,
    { source: 'gateway', outcome: 'unknown' }
  )

export const secretMissing = ({ id }: Operation): OperationError =>
  new OperationError(
    'idempotency_outcome_unknown',
    `A call of ${id} with this idempotency key was stored with a secret that this process lacks: it may have been executed. It was not repeated.`,
    { source: 'gateway', outcome: 'unknown', suggestions: [CHECK] }
  )

export const responseNotStored = ({ id }: Operation): OperationError =>
  new OperationError(
    'idempotency_answer_not_kept',
    `The first call of ${id} with this idempotency key was executed. Its response was not stored: it is too large, or this caller has too many.`,
    {
      source: 'gateway',
      outcome: 'executed',
      replayed: true,
      suggestions: ['Read what it has changed.']
    }
  )

export const tooManyKeys = (limit: number): OperationError =>
  new OperationError(
    'rate_limit_exceeded',
    `This caller has used ${limit} idempotency keys within 24 hours, which is the maximum. Nothing was done.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      retry_after_ms: 3_600_000,
      suggestions: [
        'Send the call again after older keys have expired: each is stored for 24 hours.',
        'Calls that you will not retry need no key.'
      ]
    }
  )

/** Returns the stored failure of an earlier call, for a later call with the same key. */
export function replayedFailure(reason: OperationError['reason'], message: string, details: OperationError['details']): OperationError {
  const { retry_after_ms: _, ...facts } = details
  const suggestions = [...(details.suggestions ?? []), CHECK]
  return new OperationError(reason, message, { ...facts, retryable: false, replayed: true, suggestions })
}
