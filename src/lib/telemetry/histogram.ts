import type { Attributes } from '@opentelemetry/api'

type PossibleAttributes = Readonly<Record<string, string | number | undefined>>

/** The values that were recorded with the same attributes. */
export interface Series {
  attributes: Attributes
  sum: number
  /** One for each bound, and one for the values above the last. */
  counts: number[]
}

/** Maximum series of a histogram. An attribute such as the host may have any number of values: those beyond share one series, named as OpenTelemetry does. */
const MAX_SERIES = 2_000
const OVERFLOW: Attributes = { 'otel.metric.overflow': true }

export interface Histogram {
  record: (value: number, attributes: PossibleAttributes) => void
  series: () => Iterable<Series>
}

/** A node of the tree of attribute values: the series that ends here, if any, and the nodes below by the value of the next attribute. */
interface Branch {
  series?: Series
  next: Map<string | number | undefined, Branch>
}

/**
 * Counts values in memory. It costs a fraction of OpenTelemetry's histogram, which sorts and hashes the attributes of every value: here the value of each
 * attribute leads to the next one, so that nothing is created to find a series.
 */
export function createHistogram(bounds: readonly number[], names: readonly string[]): Histogram {
  const root: Branch = { next: new Map() }
  const all: Series[] = []
  const newSeries = (attributes: Attributes): Series => {
    const series = { attributes, sum: 0, counts: new Array<number>(bounds.length + 1).fill(0) }
    all.push(series)
    return series
  }
  const find = (attributes: PossibleAttributes): Series | undefined => {
    let branch: Branch | undefined = root
    for (const name of names) branch = branch?.next.get(attributes[name])
    return branch?.series
  }
  const add = (attributes: PossibleAttributes): Series => {
    if (all.length >= MAX_SERIES) return all[MAX_SERIES] ?? newSeries(OVERFLOW)
    let branch = root
    for (const name of names) {
      const next: Branch = branch.next.get(attributes[name]) ?? { next: new Map() }
      branch.next.set(attributes[name], next)
      branch = next
    }
    branch.series = newSeries(present(attributes))
    return branch.series
  }
  return {
    record(value, attributes) {
      const series = find(attributes) ?? add(attributes)
      let index = 0
      while (index < bounds.length && value > (bounds[index] ?? 0)) index += 1
      series.counts[index] = (series.counts[index] ?? 0) + 1
      series.sum += value
    },
    series: () => all
  }
}

/** Returns the attributes that have a value. */
export const present = (attributes: PossibleAttributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
