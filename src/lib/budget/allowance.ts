/** Of a limit, what each process lets through by itself while the processes cannot speak with each other. */
const ALONE_SHARE = 0.25

/** A token bucket of this process alone. */
export function createAllowance({ capacity, per_ms }: { capacity: number; per_ms: number }) {
  const most = Math.max(1, capacity * ALONE_SHARE)
  const perMs = most / per_ms
  let units = most
  let since = performance.now()
  return {
    /** Takes the units, or answers after how many milliseconds they may be there. */
    take(cost: number): number {
      const now = performance.now()
      units = Math.min(most, units + (now - since) * perMs)
      since = now
      const needed = Math.min(cost, most)
      if (units < needed) return Math.ceil((needed - units) / perMs)
      units -= needed
      return 0
    }
  }
}
