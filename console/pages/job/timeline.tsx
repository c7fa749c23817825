import { isOnRequest, statusKind, statusLabel } from '../../components/status.tsx'
import { Foreign } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { formatCount, formatDuration, words } from '../../lib/format.ts'
import type { JobChange } from './use-job.ts'

const SHOWN = 50

/** Time since the change before; empty for less than half a second. */
function sinceText(before: string, at: string): string {
  const seconds = (Date.parse(at) - Date.parse(before)) / 1000
  return seconds < 0.5 ? '' : `${formatDuration(seconds)} later`
}

/** Changes of the job, newest first. */
export function Timeline({ changes }: { changes: readonly JobChange[] }) {
  if (changes.length === 0) return null
  const rows = changes.map((change, index) => ({ change, previous: changes[index - 1] })).slice(-SHOWN)
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <ol class="timeline">
        {rows.toReversed().map(({ change, previous }) => (
          <li key={`${change.at} ${change.status} ${change.reason}`}>
            <span class="timeline-time muted small">
              <Time at={change.at} />
            </span>
            <span class={`dot ${statusKind(change.status)}`} aria-hidden="true" />
            <div>
              <span class="timeline-status">{statusLabel(change.status)}</span>
              {change.reason && <span class="tag">{change.reason === 'asked' ? 'Requested' : words(change.reason)}</span>}
              <span class="muted small numbers">
                {[change.done > 0 && `${formatCount(change.done)} done`, previous && sinceText(previous.at, change.at)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {change.error && !isOnRequest(change) && (
                <p class="small">
                  <Foreign>{change.error.message}</Foreign>
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      {changes.length > SHOWN && (
        <p class="muted small">
          The last {SHOWN} of {formatCount(changes.length)} changes
        </p>
      )}
    </section>
  )
}
