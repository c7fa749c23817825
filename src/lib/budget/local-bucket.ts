/** Share of a limit that each process may use on its own while Redis is unavailable. */
const OUTAGE_SHARE = 0.25

/** A token bucket that only this process uses. */
export function createLocalBucket({ capacity, per_ms }: { capacity: number; per_ms: number }) {
  const capacityInOutage = Math.max(1, capacity * OUTAGE_SHARE)
  const perMs = capacityInOutage / per_ms
  let units = capacityInOutage
  let since = performance.now()
  return {
    /** Returns the milliseconds until the units may be available; 0 if they are. */
    wait(cost: number): number {
      const now = performance.now()
      units = Math.min(capacityInOutage, units + (now - since) * perMs)
      since = now
      return Math.ceil(Math.max(0, Math.min(cost, capacityInOutage) - units) / perMs)
    },
    take(cost: number): void {
      units -= Math.min(cost, capacityInOutage)
    }
  }
}
