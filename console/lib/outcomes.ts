/** Outcomes of items, in the order in which bars and lists show them. */
export const OUTCOMES = ['succeeded', 'skipped', 'failed', 'unknown', 'not_attempted'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Meaning of each outcome, shown on hover. */
export const MEANINGS: Readonly<Record<Outcome, string>> = {
  succeeded: 'Done',
  skipped: 'Needed no change',
  failed: 'Not done, for the reason that the item shows',
  unknown: 'Started, but the response was lost: it may have been done',
  not_attempted: 'Not started: the job ended first'
}

export type Counts = Readonly<Record<Outcome, number>>

/** Share of each outcome in percent, for those that occur; the rest of 100 is pending. A share is never too small to see. */
export function sharesOf(counts: Counts, total: number): { outcome: Outcome; count: number; percent: number }[] {
  if (total <= 0) return []
  return OUTCOMES.flatMap(outcome => {
    const count = counts[outcome]
    return count > 0 ? [{ outcome, count, percent: Math.max(0.4, Math.min(100, (count * 100) / total)) }] : []
  })
}

/** Statuses that no longer change. */
const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled', 'expired'])
export const hasEnded = (status: string): boolean => ENDED.has(status)

/** Statuses that change by themselves. */
export const MOVING = ['snapshotting', 'queued', 'running', 'waiting', 'pausing', 'cancelling'] as const
const IS_MOVING: ReadonlySet<string> = new Set(MOVING)
export const isMoving = (status: string): boolean => IS_MOVING.has(status)
