import { useMemo } from 'preact/hooks'
import { formatDuration, formatRate } from '../lib/format.ts'
import { layOut } from '../lib/plot.ts'
import { ratesOf, remainingOf, type Sample } from '../lib/samples.ts'

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
    <figure class="plot-box">
      <figcaption class="plot-legend">
        <span class="plot-key">Items per second</span>
        {plot.remaining !== '' && <span class="plot-key dashed">Remaining time</span>}
      </figcaption>
      <div class="plot" role="img" aria-label={`Items per second over time: ${text}`}>
        {plot.yTicks.map(({ at, label }) => (
          <span key={at} class="plot-y" style={{ bottom: `${at}%` }}>
            {label}
          </span>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path class="plot-grid" d="M0,0H100M0,50H100M0,100H100" />
          <path class="plot-area" d={plot.area} />
          <path class="plot-line" d={plot.line} />
          <path class="plot-line dashed" d={plot.remaining} />
        </svg>
        {plot.remainingTicks.map(({ at, label }) => (
          <span key={at} class="plot-y right" style={{ bottom: `${at}%` }}>
            {label}
          </span>
        ))}
        {plot.xTicks.map(({ at, label }) => (
          <span key={label} class="plot-x" style={{ left: `${at}%` }}>
            {label}
          </span>
        ))}
      </div>
    </figure>
  )
}

const formatTick = (rate: number): string => formatRate(rate).replace(/(\.\d*[1-9])0+$|\.0+$/, '$1')

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const timeLabel = (seconds: number): string => clock.format(seconds * 1000)
