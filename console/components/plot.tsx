import type { ComponentChildren } from 'preact'
import type { Tick } from '../lib/plot.ts'

interface PlotProps {
  /** What the colors and lines mean. */
  legend: ComponentChildren
  /** The plot in words. */
  label: string
  xTicks: readonly Tick[]
  yTicks: readonly Tick[]
  /** Labels of a second axis, on the right; undefined if there is none. */
  rightTicks?: readonly Tick[]
  /** Paths in a square of 100 units whose origin is at the top left. */
  children: ComponentChildren
}

/** A plot over time, with its legend and the labels of its axes. */
export const Plot = ({ legend, label, xTicks, yTicks, rightTicks, children }: PlotProps) => (
  <figure class="plot-box">
    <figcaption class="plot-legend">{legend}</figcaption>
    <div class={rightTicks ? 'plot' : 'plot one-axis'} role="img" aria-label={label}>
      {yTicks.map(({ at, label: text }) => (
        <span key={at} class="plot-y" style={{ bottom: `${at}%` }}>
          {text}
        </span>
      ))}
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path class="plot-grid" d="M0,0H100M0,50H100M0,100H100" />
        {children}
      </svg>
      {rightTicks?.map(({ at, label: text }) => (
        <span key={at} class="plot-y right" style={{ bottom: `${at}%` }}>
          {text}
        </span>
      ))}
      {xTicks.map(({ at, label: text }) => (
        <span key={at} class="plot-x" style={{ left: `${at}%` }}>
          {text}
        </span>
      ))}
    </div>
  </figure>
)
