/** Of a limit, what each process lets through by itself while the processes cannot speak with each other. */
const ALONE_SHARE = 0.25

/** A token bucket of this process alone. */
export function createAllowance({ capacity, per_ms }: { capacity: number; per_ms: number }) {
  const most = Math.max(1, capacity * ALONE_SHARE)
  const perMs = most / per_ms
  let units = most
  let since = performance.now()
  return {
    /** After how many milliseconds so many units may be there; 0 where they are. */
    wait(cost: number): number {
      const now = performance.now()
      units = Math.min(most, units + (now - since) * perMs)
      since = now
      return Math.ceil(Math.max(0, Math.min(cost, most) - units) / perMs)
    },
    take(cost: number): void {
      units -= Math.min(cost, most)
    }
  }
}
