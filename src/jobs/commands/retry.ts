import { OperationError } from '../../contract/errors.ts'
import type { RetryOutcome } from '../../contract/job.ts'
import { requireAllowed } from '../model/follow-up-rules.ts'
import { byteOf, CORRECTION, ITEM_STATUSES } from '../model/item-status.ts'
import { type Meta, pendingOf } from '../model/job-record.ts'
import type { Plan } from './follow-up/claims.ts'

export interface RetryRequest {
  outcomes: RetryOutcome[]
  acknowledge_unknown: boolean
}

/** A retry takes the items with the requested outcomes. Unknown items may be done already, so the caller must acknowledge them. */
export const retryPlan =
  ({ outcomes, acknowledge_unknown }: RetryRequest) =>
  (meta: Meta): Plan => {
    requireAllowed('retry', meta)
    const counts = { failed: meta.counts.failed, unknown: meta.counts.unknown, not_attempted: pendingOf(meta) }
    const wanted = [...new Set(outcomes)].filter(outcome => counts[outcome] > 0)
    if (wanted.length === 0) throw noSuchItems(meta, outcomes, counts)
    if (wanted.includes('unknown') && !acknowledge_unknown) throw notAcknowledged(meta)
    const bytes = wanted.map(byteOf).join('')
    // A reconcile could change these while they are retried.
    const { pending, unknown } = ITEM_STATUSES
    const excludesCorrection = bytes.includes(pending.byte) || bytes.includes(unknown.byte)
    return { how: 'retry', bytes, takes: bytes, needs: excludesCorrection ? bytes + CORRECTION : bytes }
  }

function noSuchItems({ id }: Meta, outcomes: RetryOutcome[], counts: Record<RetryOutcome, number>): OperationError {
  const present = Object.entries(counts).filter(([, count]) => count > 0)
  return new OperationError('nothing_to_do', `Job ${id} has no items that are ${outcomes.join(' or ')}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [`It has ${present.map(([outcome, count]) => `${count} ${outcome}`).join(', ')}.`]
  })
}

function notAcknowledged({ id, counts: { unknown }, reconcilable, idempotent }: Meta): OperationError {
  const twice = idempotent ? 'Repeating it changes nothing more.' : 'A retry could do it twice.'
  const message = `${unknown} items of job ${id} are unknown: each may already be done. ${twice} Nothing was done yet.`
  return new OperationError('acknowledgement_required', message, {
    source: 'gateway',
    outcome: 'not_executed',
    unknown,
    suggestions: [
      ...(reconcilable ? ['jobs_reconcile checks their outcome without changing anything.'] : []),
      'To retry them anyway, repeat the call with acknowledge_unknown: true.'
    ]
  })
}
