import { niceCeiling, round, type Tick, timeTicks } from './plot.ts'

/** Calls and errors in intervals of equal length, of which those without calls are absent. Times are ISO 8601. */
export interface Statistics {
  from: string
  to: string
  interval_seconds: number
  intervals: readonly { at: string; calls: number; errors: number }[]
}

export interface CallsPlot {
  /** Paths of the bars, in a square of 100 units whose origin is at the top left. */
  calls: string
  errors: string
  xTicks: Tick[]
  yTicks: Tick[]
}

/** Part of an interval that its bar fills. */
const BAR = 0.8

/** Lays out a bar for each interval with calls, and the part of it that is errors. */
export function layOutCalls({ from, to, interval_seconds: length, intervals }: Statistics, time: (seconds: number) => string): CallsPlot {
  const first = Math.floor(Date.parse(from) / 1000 / length) * length
  const last = Math.max(first + length, Math.ceil(Date.parse(to) / 1000 / length) * length)
  const top = niceCeiling(Math.max(0, ...intervals.map(({ calls }) => calls)))
  const x = (seconds: number): number => round(((seconds - first) * 100) / (last - first))
  const bar = (at: string, count: number): string => {
    const start = Date.parse(at) / 1000
    return count === 0 ? '' : `M${x(start)},100V${round(100 - (count * 100) / top)}H${x(start + length * BAR)}V100Z`
  }
  return {
    calls: intervals.map(({ at, calls }) => bar(at, calls)).join(''),
    errors: intervals.map(({ at, errors }) => bar(at, errors)).join(''),
    xTicks: timeTicks(first, last, time),
    yTicks: [0, 50, 100].map(at => ({ at, label: `${Math.round((top * at) / 100)}` })).filter(({ at }) => top > 1 || at !== 50)
  }
}

interface Timed {
  started_ms: number
  duration_ms: number
}

/** Narrower bars cannot be seen. */
const MIN_WIDTH = 0.5

/** Returns left edge and width of each request in percent of the call, whose duration is absent if its end is not known. */
export function layOutRequests(requests: readonly Timed[], duration: number | null): { left: number; width: number }[] {
  const total = Math.max(duration ?? 0, ...requests.map(one => one.started_ms + one.duration_ms))
  return requests.map(one => {
    if (total <= 0) return { left: 0, width: MIN_WIDTH }
    const width = Math.max(MIN_WIDTH, (one.duration_ms * 100) / total)
    return { left: round(Math.min((one.started_ms * 100) / total, 100 - width)), width: round(width) }
  })
}
