import { OperationError } from '../../../contract/errors.ts'
import type { Operation } from '../../../contract/operation.ts'

const LOOK_AGAIN_MS = 1_000
const LOOK = 'Look whether it was done; then, to do it again, send the call with a new key.'

export const reused = ({ id }: Operation): OperationError =>
  new OperationError('idempotency_key_reused', `This idempotency key was given to ${id} before, with another input. Nothing was done.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['Send the input of the first call again for its answer, or a new key to do something else.']
  })

export const inFlight = ({ id }: Operation): OperationError =>
  new OperationError('idempotency_in_flight', `A call of ${id} with this idempotency key is still under way.`, {
    source: 'gateway',
    outcome: 'unknown',
    retryable: true,
    retry_after_ms: LOOK_AGAIN_MS,
    suggestions: ['Send the same call with the same key again: once the first has ended, its answer is yours.']
  })

export const lost = ({ id }: Operation): OperationError =>
  new OperationError(
    'idempotency_outcome_unknown',
    `The gateway stopped while a call of ${id} with this idempotency key was under way: it may be done, or not. It was not sent again.`,
    { source: 'gateway', outcome: 'unknown', suggestions: [LOOK] }
  )

export const notKept = ({ id }: Operation): OperationError =>
  new OperationError(
    'idempotency_answer_not_kept',
    `The first call of ${id} with this idempotency key was done. Its answer was not kept: it is too large, or this caller has too many.`,
    {
      source: 'gateway',
      outcome: 'executed',
      replayed: true,
      suggestions: ['Read what it has changed.']
    }
  )

export const tooMany = (most: number): OperationError =>
  new OperationError(
    'rate_limit_exceeded',
    `This caller has given ${most} idempotency keys within 24 hours: no more are kept. Nothing was done.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      retry_after_ms: 3_600_000,
      suggestions: [
        'Send the call again once older keys have gone: each is kept for 24 hours.',
        'What need not be sent again takes no key.'
      ]
    }
  )

/** A failure of before, told again: the same call with the same key is answered so each time. */
export function again(reason: OperationError['reason'], message: string, details: OperationError['details']): OperationError {
  const { retry_after_ms: _, ...facts } = details
  const suggestions = [...(details.suggestions ?? []).filter(text => text !== LOOK), LOOK]
  return new OperationError(reason, message, { ...facts, retryable: false, replayed: true, suggestions })
}
