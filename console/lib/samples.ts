/** Number of items with an outcome at a time, in milliseconds. */
export interface Sample {
  at: number
  done: number
}

/** Points of a plot: times in seconds, items per second in the interval that ends there, and the number of items that were done. */
export interface Rates {
  times: number[]
  rates: number[]
  done: number[]
}

/** Intervals shorter than this vary too much: items are counted in steps. */
const MIN_INTERVAL_MS = 1_000

/** Returns the rate over time since `start`, in milliseconds, in at most `maxPoints` intervals of equal length. */
export function ratesOf(samples: readonly Sample[], start: number, maxPoints: number): Rates {
  const first = { at: start, done: 0 }
  const later = samples.filter(({ at }) => at > start)
  const last = later.at(-1)
  const result: Rates = { times: [], rates: [], done: [] }
  if (!last) return result
  const length = Math.max(MIN_INTERVAL_MS, (last.at - first.at) / maxPoints)
  let from = first
  for (const [index, sample] of later.entries()) {
    const elapsed = sample.at - from.at
    if (elapsed <= 0 || (elapsed < length && index < later.length - 1)) continue
    // The last interval is incomplete: a short one would show a peak or a gap that is none.
    if (elapsed < MIN_INTERVAL_MS / 2 && result.times.length > 0) continue
    const rate = Math.max(0, ((sample.done - from.done) * 1000) / elapsed)
    if (result.times.length === 0) {
      result.times.push(start / 1000)
      result.rates.push(rate)
      result.done.push(0)
    }
    result.times.push(sample.at / 1000)
    result.rates.push(rate)
    result.done.push(sample.done)
    from = sample
  }
  return result
}

/** The end is predicted from the mean rate of this many last seconds. */
const PREDICTING_SECONDS = 30

/** Returns the predicted seconds until `total` items are done, at each time; undefined as long as nothing is done. */
export function remainingOf({ times, done }: Rates, total: number): (number | undefined)[] {
  let from = 0
  return times.map((time, at) => {
    while (from < at - 1 && (times[from + 1] ?? time) <= time - PREDICTING_SECONDS) from += 1
    const [before = 0, count = 0] = [done[from], done[at]]
    const rate = (count - before) / (time - (times[from] ?? time))
    return count >= total ? 0 : rate > 0 ? (total - count) / rate : undefined
  })
}

/** Adds a sample. Of two at the same time, or without progress, only the newer one is needed. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1)
  if (last && sample.at <= last.at) return [...samples]
  return [...samples, sample].slice(-MAX_SAMPLES)
}

/** An hour of samples at four a second would be more than a plot can show. */
const MAX_SAMPLES = 2_400
