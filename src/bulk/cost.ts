import type { Budget } from '../contract/budget.ts'
import type { BulkAdapter } from '../contract/bulk.ts'

/** What a job draws from the budget of its system, as it was when the job was made. */
export interface Cost {
  /** Items that are paid for together. */
  batch: number
  /** Units for so many. */
  units: number
  /** Units a second that jobs may draw. */
  pace: number
}

/** Undefined where the system states no limits. `batch`: the most items of one call; `named`: they were given by ids. */
export function costOf(
  { cost_units = 1, permission }: Pick<BulkAdapter, 'cost_units' | 'permission'>,
  budget: Budget | undefined,
  { batch, named }: { batch: number; named: boolean }
): Cost | undefined {
  const reads = permission === 'read'
  const pace = budget?.pace({ method: reads ? 'GET' : 'POST', path: '', reads })
  if (pace === undefined || !Number.isFinite(pace)) return undefined
  return typeof cost_units === 'number' ? { batch: 1, units: cost_units, pace } : { batch, units: cost_units(batch, named), pace }
}

export const unitsFor = (items: number, { batch, units }: Cost): number => Math.ceil(items / batch) * units

/** Seconds that so many items take: by the rate they go at by themselves, and never less than the budget allows. */
export function secondsFor(items: number, rate: number | null, cost: Cost | null): number | null {
  const times = [...(rate === null ? [] : [items / rate]), ...(cost === null ? [] : [unitsFor(items, cost) / cost.pace])]
  return times.length === 0 ? null : Math.ceil(Math.max(...times))
}
