import type { Job } from '../../api/follow.ts'
import { hrefOf } from '../../app/router.ts'
import { OutcomeBar } from '../../components/progress.tsx'
import { Status } from '../../components/status.tsx'
import { Foreign } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { formatCount, visibleControls } from '../../lib/format.ts'

/** A job in a list. With `onToggle` it can be selected. */
export function JobRow({ job, isSelected = false, onToggle }: { job: Job; isSelected?: boolean; onToggle?: (id: string) => void }) {
  const { id, message, operation, progress, created_at: createdAt } = job
  const name = visibleControls(message)
  return (
    <li class="job-row">
      {onToggle && <input type="checkbox" aria-label={`Select ${name}`} checked={isSelected} onChange={() => onToggle(id)} />}
      <div class="job-name">
        <a href={hrefOf('jobs', id)}>
          <Foreign>{message}</Foreign>
        </a>
        <span class="muted small mono">{operation}</span>
      </div>
      <Status job={job} />
      <div class="job-progress">
        <OutcomeBar progress={progress} thin label={`Progress of ${name}`} />
        <span class="muted small numbers">
          {progress.total ? `${formatCount(progress.done)} / ${formatCount(progress.total.value)}` : 'Listing'}
        </span>
      </div>
      <span class="muted small job-time">
        <Time at={createdAt} />
      </span>
    </li>
  )
}
