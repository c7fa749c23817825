import type { Caller } from '../../contract/caller.ts'
import type { Followed, Jobs } from '../../contract/jobs.ts'
import { deleteJob } from '../delete.ts'
import type { Desk } from '../read-job.ts'
import type { Made } from './claims.ts'
import { makeFollowUp } from './make.ts'
import { reconcileOf, retryOf, undoOf } from './plan.ts'

/** Reads a job that was made just now, with its preview where that is quick. */
export type Shown = (made: Made, caller: Caller, signal: AbortSignal) => Promise<Followed>

/** What can be asked of a job once it has ended. */
export const afterwards = (desk: Desk, shown: Shown): Pick<Jobs, 'retry' | 'undo' | 'reconcile' | 'delete'> => ({
  retry: async (caller, id, wish, signal) => await shown(await makeFollowUp(desk, caller, id, retryOf(wish)), caller, signal),
  undo: async (caller, id, signal) => await shown(await makeFollowUp(desk, caller, id, undoOf), caller, signal),
  reconcile: async (caller, id, signal) => await shown(await makeFollowUp(desk, caller, id, reconcileOf), caller, signal),
  delete: (caller, id) => deleteJob(desk, caller, id)
})
