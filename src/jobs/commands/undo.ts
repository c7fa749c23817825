import { requireAllowed } from '../model/follow-up-rules.ts'
import { CORRECTION, UNDO_BYTES } from '../model/item-status.ts'
import type { Meta } from '../model/job-record.ts'
import type { Plan } from './follow-up/claims.ts'

/** An undo takes the items that succeeded. No reconcile may be running: it could add items that succeeded. */
export const undoPlan = (meta: Meta): Plan => {
  requireAllowed('undo', meta)
  return { how: 'undo', bytes: UNDO_BYTES, takes: UNDO_BYTES, needs: UNDO_BYTES + CORRECTION }
}
