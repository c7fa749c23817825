import type { Rates } from './samples.ts'

export interface Tick {
  /** Position in percent, from the left or from the bottom. */
  at: number
  label: string
}

export interface Plot {
  /** Paths of the line and of the area below it, in a square of 100 units whose origin is at the top left. */
  line: string
  area: string
  xTicks: Tick[]
  yTicks: Tick[]
  /** Path of the predicted seconds until the end, and the labels of its axis; empty if nothing is predicted. */
  remaining: string
  remainingTicks: Tick[]
}

interface Formats {
  /** Label of a time, in seconds. */
  time: (seconds: number) => string
  rate: (rate: number) => string
  duration: (seconds: number) => string
}

/** Seconds between two labels of the time axis. */
const INTERVALS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 86_400, 432_000, 1_296_000]
const MAX_X_TICKS = 6

/** Lays out a rate over time, and the predicted seconds until the end at each time. */
export function layOut(
  { times, rates }: Pick<Rates, 'times' | 'rates'>,
  remaining: readonly (number | undefined)[],
  format: Formats
): Plot {
  const [first = 0] = times
  const last = times.at(-1) ?? 0
  const top = niceCeiling(Math.max(0, ...rates))
  const x = (time: number): number => (last > first ? round(((time - first) * 100) / (last - first)) : 0)
  const points = times.map((time, at) => `${x(time)},${round(100 - ((rates[at] ?? 0) * 100) / top)}`)
  const line = points.length === 0 ? '' : `M${points.join('L')}`
  const known = remaining.filter(seconds => seconds !== undefined)
  const longest = INTERVALS.find(seconds => seconds >= Math.max(0, ...known)) ?? Math.max(...known)
  const steps = remaining.map((seconds, at) =>
    seconds === undefined
      ? ''
      : `${remaining[at - 1] === undefined ? 'M' : 'L'}${x(times[at] ?? 0)},${round(100 - (seconds * 100) / longest)}`
  )
  return {
    line,
    area: line && `${line}L100,100L0,100Z`,
    xTicks: timeTicks(first, last, format.time),
    yTicks: [0, 50, 100].map(at => ({ at, label: format.rate((top * at) / 100) })),
    remaining: steps.join(''),
    remainingTicks: known.length === 0 ? [] : [0, 50, 100].map(at => ({ at, label: format.duration((longest * at) / 100) }))
  }
}

/** Labels of the axis of time between two times in seconds. */
export function timeTicks(first: number, last: number, format: Formats['time']): Tick[] {
  const interval = INTERVALS.find(seconds => (last - first) / seconds <= MAX_X_TICKS) ?? Math.ceil((last - first) / MAX_X_TICKS)
  const ticks: Tick[] = []
  for (let time = Math.ceil(first / interval) * interval; last > first && time <= last; time += interval)
    ticks.push({ at: round(((time - first) * 100) / (last - first)), label: format(time) })
  return ticks
}

export const round = (value: number): number => Math.round(value * 100) / 100

/** The next number of the form 1, 2, 4, 5 or 10 times a power of ten, so that half of it is short, too. */
export function niceCeiling(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 4, 5, 10].find(step => step * power >= value) ?? 10)
}
