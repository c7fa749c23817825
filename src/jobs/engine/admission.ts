import type { JobStatus } from '../../contract/job.ts'
import type { ConcurrencySlots } from '../scheduling/concurrency-slots.ts'
import type { FairShare, Permit } from '../scheduling/fair-share.ts'
import type { JobStore } from '../store/job-store.ts'

/**
 * Whether a job gets its turn. If not, `reason` states why: `slot`: it waits in line for a concurrency slot, and is queued again once it has one;
 * `fair_share`: other turns of its key or instance use this worker; `claim`: the turn is void, not due yet, or the job needs none.
 */
export type Admission =
  | { admitted: true; epoch: string; permit: Permit }
  | { admitted: false; reason: 'slot' }
  | { admitted: false; reason: 'fair_share'; retryAt: number }
  | { admitted: false; reason: 'claim'; retryAt?: number; status?: JobStatus }

interface Parts {
  slots: ConcurrencySlots
  fairShare: FairShare
  workerId: string
}

/** Minimum delay of a turn that came too early, in case the clock of this host is ahead of that of Redis. */
const EARLY_MS = 100

/** Decides, in this order, by the concurrency slots of the key, the fair share of this worker, and the claim in Redis. Release the permit after the turn. */
export async function admit({ slots, fairShare, workerId }: Parts, jobStore: JobStore, id: string, turn: number): Promise<Admission> {
  if (!(await slots.admit(id, turn))) return { admitted: false, reason: 'slot' }
  const permit = await fairShare.request(id)
  if (!permit.granted) return { admitted: false, reason: 'fair_share', retryAt: permit.nextTurnAt() }
  try {
    const claim = await jobStore.claimTurn(turn, workerId)
    if (claim.kind === 'claimed') return { admitted: true, epoch: claim.epoch, permit }
    permit.release()
    if (claim.kind === 'early') return { admitted: false, reason: 'claim', retryAt: Math.max(claim.until, Date.now() + EARLY_MS) }
    return { admitted: false, reason: 'claim', ...(claim.kind === 'idle' && { status: claim.status }) }
  } catch (error) {
    permit.release()
    throw error
  }
}
