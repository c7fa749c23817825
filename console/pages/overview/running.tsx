import { useLayoutEffect } from 'preact/hooks'
import { get, type Output } from '../../api/client.ts'
import { hrefOf } from '../../app/router.ts'
import { Empty, Show } from '../../components/states.tsx'
import { usePolled } from '../../components/use-load.ts'
import { isMoving, MOVING } from '../../lib/outcomes.ts'
import { JobRow } from '../jobs/job-row.tsx'

const STATUSES = [...MOVING, 'awaiting_confirmation', 'paused']
const SHOWN = 8
const POLL_MS = 2_000
/** While no job changes by itself: another client may start one. */
const IDLE_MS = 10_000

/** Jobs that run, or wait for the user. `changes`: how often this page started a job, or saw one end, which is shown at once. */
export function Running({ changes }: { changes: number }) {
  const { value, reload } = usePolled(
    signal => get<Output<'jobs_list'>>('/v1/jobs', { status: STATUSES, limit: SHOWN }, signal),
    ({ items }) => (items.some(({ status }) => isMoving(status)) ? POLL_MS : IDLE_MS)
  )
  useLayoutEffect(() => {
    if (changes > 0) reload()
  }, [changes])
  return (
    <section aria-labelledby="running">
      <div class="section-head">
        <h2 id="running">Active jobs</h2>
        <a href={hrefOf('jobs')}>All jobs</a>
      </div>
      <Show value={value} onRetry={reload} lines={3}>
        {({ items, next_cursor: more }) =>
          items.length === 0 ? (
            <Empty title="No job is active" />
          ) : (
            <>
              <ul class="card job-list" aria-label="Active jobs">
                {items.map(job => (
                  <JobRow key={job.id} job={job} />
                ))}
              </ul>
              {more !== null && <a href={hrefOf('jobs')}>Show all</a>}
            </>
          )
        }
      </Show>
    </section>
  )
}
