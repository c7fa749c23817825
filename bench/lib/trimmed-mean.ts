/** Part of the values that is cut off at each end. */
const TRIM = 0.2
/** 95% of a normal distribution are within as many standard errors. */
const NORMAL_95 = 1.96

/** Returns the mean of values without the highest and lowest fifth, and half the width of its 95% interval (Tukey and McLaughlin, 1963). */
export function trimmedMean(values: readonly number[]): { mean: number; interval: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const cut = Math.floor(sorted.length * TRIM)
  const kept = sorted.slice(cut, sorted.length - cut)
  const [lowest = Number.NaN, highest = Number.NaN] = [kept[0], kept.at(-1)]
  const limited = sorted.map(value => Math.min(Math.max(value, lowest), highest))
  const mean = average(kept)
  const center = average(limited)
  const variance = limited.reduce((sum, value) => sum + (value - center) ** 2, 0) / (limited.length - 1)
  return { mean, interval: (NORMAL_95 * Math.sqrt(variance / limited.length)) / (1 - 2 * TRIM) }
}

const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
