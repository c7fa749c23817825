import type { Job } from '../../api/follow.ts'
import { setQuery } from '../../app/router.ts'
import { CopyId, Foreign } from '../../components/text.tsx'
import { plural } from '../../lib/format.ts'
import { verbsOf } from './actions.ts'

/** Failures grouped by cause, most frequent first. */
export function Errors({ job, onRetry }: { job: Job; onRetry: () => void }) {
  const { errors, progress } = job
  if (errors.length === 0) return null
  const outcome = progress.failed > 0 ? 'failed' : 'unknown'
  const showItems = (): void => {
    setQuery({ outcome })
    document.getElementById('items')?.scrollIntoView({ block: 'start' })
  }
  return (
    <section aria-labelledby="errors">
      <div class="section-head">
        <h2 id="errors">Errors by reason</h2>
        <div class="buttons">
          <button type="button" class="button small" onClick={showItems}>
            Show {outcome} items
          </button>
          {verbsOf(job).includes('retry') && (
            <button type="button" class="button small" onClick={onRetry}>
              Retry all
            </button>
          )}
        </div>
      </div>
      <ul class="card groups">
        {errors.map(({ code, reason, message, count, sample_item_ids: ids }) => (
          <li key={`${code} ${reason} ${message}`}>
            <div class="group-head">
              <span>
                <Foreign>{message}</Foreign>
              </span>
              <strong class="numbers">{plural(count, 'item')}</strong>
            </div>
            <p class="mono muted">
              {code} · {reason}
            </p>
            {ids.length > 0 && (
              <p class="small ids">
                <span class="muted">For example </span>
                {ids.map(id => (
                  <CopyId key={id} id={id} label="item ID" />
                ))}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
