import type { BulkAdapter } from '../../contract/bulk.ts'
import type { Budget } from '../../contract/runtime.ts'

/** Cost of a job in the rate budget of its system, as it was when the job was created. */
export interface Cost {
  /** Number of items that are charged together. */
  batch: number
  /** Units for that many items. */
  units: number
  /** Units per second that jobs may draw. */
  pace: number
}

/** Returns undefined if the system states no limits. `batch`: maximum items of one call; `named`: the items were named by ID. */
export function costOf(
  { cost_units = 1, permission }: Pick<BulkAdapter, 'cost_units' | 'permission'>,
  budget: Budget | undefined,
  { batch, named }: { batch: number; named: boolean }
): Cost | undefined {
  const reads = permission === 'read'
  const pace = budget?.unitsPerSecond({ method: reads ? 'GET' : 'POST', path: '', reads })
  if (pace === undefined || !Number.isFinite(pace)) return undefined
  return typeof cost_units === 'number' ? { batch: 1, units: cost_units, pace } : { batch, units: cost_units(batch, named), pace }
}

export const unitsFor = (items: number, { batch, units }: Cost): number => Math.ceil(items / batch) * units

/** Returns the estimated duration of that many items in seconds: by their own rate, and at least as long as the budget requires. */
export function secondsFor(items: number, rate: number | null, cost: Cost | null): number | null {
  const times = [...(rate === null ? [] : [items / rate]), ...(cost === null ? [] : [unitsFor(items, cost) / cost.pace])]
  return times.length === 0 ? null : Math.ceil(Math.max(...times))
}
