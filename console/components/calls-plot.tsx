import { useMemo } from 'preact/hooks'
import { layOutCalls, type Statistics } from '../lib/calls.ts'
import { formatCount } from '../lib/format.ts'

const LENGTHS: ReadonlyMap<number, string> = new Map([
  [60, 'minute'],
  [300, '5 minutes'],
  [900, '15 minutes'],
  [3_600, 'hour'],
  [21_600, '6 hours'],
  [86_400, 'day']
])

/** From this length of an interval on, the axis shows days. */
const HOUR = 3_600

/** Calls and errors per minute, or per longer interval. */
export function CallsPlot({ statistics }: { statistics: Statistics }) {
  const { interval_seconds: seconds, intervals } = statistics
  const plot = useMemo(() => layOutCalls(statistics, seconds < HOUR ? clockTime : day), [statistics])
  const unit = LENGTHS.get(seconds) ?? `${formatCount(seconds)} seconds`
  const most = (name: 'calls' | 'errors'): string => formatCount(Math.max(0, ...intervals.map(one => one[name])))
  return (
    <figure class="plot-box">
      <figcaption class="plot-legend">
        <span class="plot-key">Calls per {unit}</span>
        <span class="plot-key errors">Errors</span>
      </figcaption>
      <div
        class="plot bars"
        role="img"
        aria-label={`Calls and errors per ${unit} over time: at most ${most('calls')} calls and ${most('errors')} errors`}
      >
        {plot.yTicks.map(({ at, label }) => (
          <span key={at} class="plot-y" style={{ bottom: `${at}%` }}>
            {label}
          </span>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path class="plot-grid" d="M0,0H100M0,50H100M0,100H100" />
          <path class="plot-calls" d={plot.calls} />
          <path class="plot-errors" d={plot.errors} />
        </svg>
        {plot.xTicks.map(({ at, label }) => (
          <span key={at} class="plot-x" style={{ left: `${at}%` }}>
            {label}
          </span>
        ))}
      </div>
    </figure>
  )
}

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const clockTime = (seconds: number): string => clock.format(seconds * 1000)
const date = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', hour: '2-digit', hourCycle: 'h23' })
const day = (seconds: number): string => date.format(seconds * 1000)
