import { get, type Output } from '../../api/client.ts'
import { hrefOf } from '../../app/router.ts'
import { CallsPlot } from '../../components/calls-plot.tsx'
import { Empty, Show } from '../../components/states.tsx'
import { usePolled } from '../../components/use-load.ts'

const POLL_MS = 15_000

/** Calls and errors per minute of the last hour. */
export function Traffic() {
  const { value, reload } = usePolled(signal => get<Output<'calls_get_statistics'>>('/v1/calls/statistics', {}, signal), POLL_MS)
  // A gateway may keep no record.
  if (value.state === 'failed' && value.error.details.reason === 'configuration_missing') return null
  return (
    <section aria-labelledby="traffic">
      <div class="section-head">
        <h2 id="traffic">Calls in the last hour</h2>
        <a href={hrefOf('calls')}>All calls</a>
      </div>
      <Show value={value} onRetry={reload} lines={5}>
        {statistics =>
          statistics.calls === 0 ? (
            <Empty title="No calls" />
          ) : (
            <div class="card traffic">
              <CallsPlot statistics={statistics} />
            </div>
          )
        }
      </Show>
    </section>
  )
}
