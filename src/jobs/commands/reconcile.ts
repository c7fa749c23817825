import { requireAllowed } from '../model/follow-up-rules.ts'
import { CORRECTION, ITEM_STATUSES, RECONCILE_BYTES, UNDO_BYTES } from '../model/item-status.ts'
import type { Meta } from '../model/job-record.ts'
import type { Plan } from './follow-up/claims.ts'

/**
 * A reconcile reads the unknown items and corrects the parent. It changes which items succeeded and which were not attempted, so no other job may
 * have claimed those.
 */
export const reconcilePlan = (meta: Meta): Plan => {
  requireAllowed('reconcile', meta)
  const needs = CORRECTION + RECONCILE_BYTES + ITEM_STATUSES.pending.byte + UNDO_BYTES
  return { how: 'reconcile', bytes: RECONCILE_BYTES, takes: CORRECTION, needs }
}
