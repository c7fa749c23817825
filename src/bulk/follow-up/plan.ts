import { OperationError } from '../../contract/errors.ts'
import type { FollowUp, RetryOutcome } from '../../contract/jobs.ts'
import { type Meta, pendingOf } from '../meta.ts'
import { requireNone } from './obstacles.ts'

/**
 * What is asked of a parent. Its items are claimed by their byte, so that no two jobs have the same ones; `c` stands for the right to
 * correct what is unknown.
 */
export interface Plan {
  how: FollowUp
  /** Items that are taken over. */
  bytes: string
  /** Claims that it makes, and claims that nobody else may have meanwhile. */
  takes: string
  needs: string
}

const BYTES: Readonly<Record<RetryOutcome, string>> = { failed: 'f', not_attempted: 'p', unknown: 'u' }

export interface RetryWish {
  outcomes: RetryOutcome[]
  acknowledge_unknown: boolean
}

/** Items again. Those that are unknown may be done already, which somebody must have said they know. */
export const retryOf =
  ({ outcomes, acknowledge_unknown }: RetryWish) =>
  (meta: Meta): Plan => {
    requireNone('retry', meta)
    const counts = { failed: meta.counts.failed, unknown: meta.counts.unknown, not_attempted: pendingOf(meta) }
    const wanted = [...new Set(outcomes)].filter(outcome => counts[outcome] > 0)
    if (wanted.length === 0) throw noneOfThese(meta, outcomes, counts)
    if (wanted.includes('unknown') && !acknowledge_unknown) throw unacknowledged(meta)
    const bytes = wanted.map(outcome => BYTES[outcome]).join('')
    return { how: 'retry', bytes, takes: bytes, needs: /[pu]/.test(bytes) ? `${bytes}c` : bytes }
  }

export const undoOf = (meta: Meta): Plan => {
  requireNone('undo', meta)
  return { how: 'undo', bytes: 's', takes: 's', needs: 'sc' }
}

/** What it finds out changes which items succeeded and which were not attempted: nobody may have taken those over. */
export const reconcileOf = (meta: Meta): Plan => {
  requireNone('reconcile', meta)
  return { how: 'reconcile', bytes: 'u', takes: 'c', needs: 'cups' }
}

function noneOfThese({ id }: Meta, outcomes: RetryOutcome[], counts: Record<RetryOutcome, number>): OperationError {
  const there = Object.entries(counts).filter(([, many]) => many > 0)
  return new OperationError('nothing_to_do', `Job ${id} has no items that are ${outcomes.join(' or ')}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [`It has ${there.map(([outcome, many]) => `${many} ${outcome}`).join(', ')}.`]
  })
}

function unacknowledged({ id, counts: { unknown }, reconcilable, idempotent }: Meta): OperationError {
  const twice = idempotent ? '; doing it again then changes nothing more' : ', and would then be done twice'
  const message = `${unknown} items of job ${id} are unknown: each may be done already${twice}. Nothing was done yet.`
  return new OperationError('acknowledgement_required', message, {
    source: 'gateway',
    outcome: 'not_executed',
    unknown,
    suggestions: [
      ...(reconcilable ? ['jobs_reconcile finds out what became of them, without doing anything.'] : []),
      'To do them all the same: the same call with acknowledge_unknown: true.'
    ]
  })
}
