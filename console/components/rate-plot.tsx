import { useMemo } from 'preact/hooks'
import { formatDuration, formatRate } from '../lib/format.ts'
import { layOut } from '../lib/plot.ts'
import { ratesOf, remainingOf, type Sample } from '../lib/samples.ts'
import { Plot } from './plot.tsx'

const MAX_POINTS = 160

/** Items per second since `start`, and the time that remained as it was predicted. */
export function RatePlot({ samples, start, total }: { samples: readonly Sample[]; start: string; total: number }) {
  const { rates, plot } = useMemo(() => {
    const measured = ratesOf(samples, Date.parse(start), MAX_POINTS)
    const formats = { time: timeLabel, rate: formatTick, duration: formatDuration }
    return { rates: measured.rates, plot: layOut(measured, remainingOf(measured, total), formats) }
  }, [samples, start, total])
  const text = rates.length === 0 ? 'no items yet' : `${formatRate(rates.at(-1) ?? 0)} now, at most ${formatRate(Math.max(...rates))}`
  return (
    <Plot
      label={`Items per second over time: ${text}`}
      legend={
        <>
          <span class="plot-key">Items per second</span>
          {plot.remaining !== '' && <span class="plot-key dashed">Remaining time</span>}
        </>
      }
      xTicks={plot.xTicks}
      yTicks={plot.yTicks}
      rightTicks={plot.remainingTicks}
    >
      <path class="plot-area" d={plot.area} />
      <path class="plot-line" d={plot.line} />
      <path class="plot-line dashed" d={plot.remaining} />
    </Plot>
  )
}

const formatTick = (rate: number): string => formatRate(rate).replace(/(\.\d*[1-9])0+$|\.0+$/, '$1')

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const timeLabel = (seconds: number): string => clock.format(seconds * 1000)
