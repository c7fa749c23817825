import type { Job } from '../api/follow.ts'
import { formatCount, words } from '../lib/format.ts'
import { MEANINGS, OUTCOMES, sharesOf } from '../lib/outcomes.ts'

/** Share of the items with each outcome. */
export function OutcomeBar({ progress, label = 'Progress', thin = false }: { progress: Job['progress']; label?: string; thin?: boolean }) {
  const total = progress.total?.value ?? 0
  const percent = total === 0 ? 0 : Math.floor((progress.done * 1000) / total) / 10
  const shares = sharesOf(progress, total)
  const text = progress.total
    ? [
        `${formatCount(progress.done)} of ${formatCount(total)}`,
        ...shares.map(({ outcome, count }) => `${formatCount(count)} ${words(outcome).toLowerCase()}`)
      ].join(', ')
    : 'Listing items'
  return (
    <div
      class={thin ? 'bar thin' : 'bar'}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.min(100, percent)}
      aria-valuetext={text}
      title={text}
    >
      {shares.map(({ outcome, percent: share }) => (
        <span key={outcome} class={`bar-part ${outcome}`} style={{ width: `${share}%` }} />
      ))}
    </div>
  )
}

/** Number of items per outcome, as a legend of the bar. Every outcome has its place, so that nothing moves when the first item fails. */
export const OutcomeCounts = ({ progress }: { progress: Job['progress'] }) => (
  <dl class="counts">
    {OUTCOMES.map(outcome => (
      <div key={outcome} class={progress[outcome] === 0 ? 'none' : ''} title={MEANINGS[outcome]}>
        <dt>
          <span class={`square ${outcome}`} aria-hidden="true" />
          {words(outcome)}
        </dt>
        <dd class="numbers">{formatCount(progress[outcome])}</dd>
      </div>
    ))}
    <div class={progress.pending === 0 ? 'none' : ''}>
      <dt>
        <span class="square pending" aria-hidden="true" />
        Pending
      </dt>
      <dd class="numbers">{formatCount(progress.pending)}</dd>
    </div>
  </dl>
)
