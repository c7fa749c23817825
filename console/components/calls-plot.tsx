import { useMemo } from 'preact/hooks'
import type { Output } from '../api/client.ts'
import { layOutCalls } from '../lib/calls.ts'
import { formatCount, plural } from '../lib/format.ts'
import { Plot } from './plot.tsx'
import { Time } from './time.tsx'

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

/** How many calls there were, how many had an error, and both per minute, or per longer interval. */
export function CallsPlot({ statistics }: { statistics: Output<'calls_get_statistics'> }) {
  const { interval_seconds: seconds, intervals } = statistics
  const plot = useMemo(() => layOutCalls(statistics, seconds < HOUR ? clockTime : day), [statistics])
  const unit = LENGTHS.get(seconds) ?? `${formatCount(seconds)} seconds`
  const most = (name: 'calls' | 'errors'): string => formatCount(Math.max(0, ...intervals.map(one => one[name])))
  return (
    <>
      <p>
        <strong class="numbers">{plural(statistics.calls, 'call')}</strong>,{' '}
        <span class="numbers">{plural(statistics.errors, 'error')}</span>
        {!statistics.complete && (
          <span class="muted">
            {' '}
            since <Time at={statistics.from} />: older ones are not counted
          </span>
        )}
      </p>
      <Plot
        label={`Calls and errors per ${unit} over time: at most ${most('calls')} calls and ${most('errors')} errors`}
        legend={
          <>
            <span class="plot-key">Calls per {unit}</span>
            <span class="plot-key errors">Errors</span>
          </>
        }
        xTicks={plot.xTicks}
        yTicks={plot.yTicks}
      >
        <path class="plot-calls" d={plot.calls} />
        <path class="plot-errors" d={plot.errors} />
      </Plot>
    </>
  )
}

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const clockTime = (seconds: number): string => clock.format(seconds * 1000)
const date = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', hour: '2-digit', hourCycle: 'h23' })
const day = (seconds: number): string => date.format(seconds * 1000)
