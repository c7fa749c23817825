import { useEffect, useState } from 'preact/hooks'
import { type ApiError, type Call, send, toApiError } from '../../api/client.ts'
import type { Job } from '../../api/follow.ts'
import { hrefOf } from '../../app/router.ts'
import { can } from '../../app/session.ts'
import { AsCurl } from '../../components/curl.tsx'
import { OutcomeBar, OutcomeCounts } from '../../components/progress.tsx'
import { RatePlot } from '../../components/rate-plot.tsx'
import { Failure, Loading } from '../../components/states.tsx'
import { Status } from '../../components/status.tsx'
import { Foreign } from '../../components/text.tsx'
import { formatCount, plural } from '../../lib/format.ts'
import { hasEnded } from '../../lib/outcomes.ts'
import { callOf } from '../job/actions.ts'
import { useJob } from '../job/use-job.ts'

/** Build notifications of the sandbox, a few at a time, so that there is something to watch. */
const CALL: Call = {
  method: 'POST',
  path: '/v1/gmail/bulk/archive_messages',
  body: { instance: 'sandbox', query: 'from:builds@ci.example', chunk: 80 }
}

const NEEDED = ['gmail_bulk_archive_messages', 'jobs_confirm', 'jobs_get', 'jobs_undo'] as const

interface TryJobProps {
  /** Whether it is known if the gateway has a sandbox: until then, its space is reserved. */
  isKnown: boolean
  hasSandbox: boolean
  /** A job has started or ended. */
  onChanged: () => void
}

/** Runs a bulk job over fake data, and undoes it. */
export function TryJob({ isKnown, hasSandbox, onChanged }: TryJobProps) {
  const [id, setId] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<ApiError>()
  const [isEmpty, setEmpty] = useState(false)
  if ((isKnown && !hasSandbox) || !NEEDED.every(can)) return null
  if (!isKnown)
    return (
      <section class="card try" aria-busy="true">
        <Loading lines={2} label="Loading the sandbox" />
      </section>
    )

  /** Creates a job and confirms its preview, as a user would after reading it. */
  const start = async (create: Call): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      const { data: created } = await send<Job>(create)
      const { data: job } = created.status === 'snapshotting' ? await send<Job>(waiting(created.id)) : { data: created }
      setEmpty(job.status === 'completed' && job.progress.total?.value === 0)
      if (job.status === 'awaiting_confirmation') await send(callOf('confirm', job))
      setId(job.id)
      setRunning(!hasEnded(job.status))
      onChanged()
    } catch (caught) {
      setError(toApiError(caught))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-labelledby="try" class="card try">
      <div class="section-head">
        <div>
          <h2 id="try">Try a job</h2>
          <p class="muted">Archives 2,000 messages of the sandbox mailbox. They are fake, and you can undo it.</p>
        </div>
        <button type="button" class="button primary" disabled={busy || isRunning} onClick={() => start(CALL)}>
          {busy ? 'Starting' : 'Archive 2,000 messages'}
        </button>
      </div>
      {error && <Failure error={error} />}
      {isEmpty && <p class="notice">These messages are already archived. Undo the last job to archive them again.</p>}
      {id !== undefined && !isEmpty && (
        <Live
          key={id}
          id={id}
          onUndo={job => start(callOf('undo', job))}
          onEnd={() => {
            setRunning(false)
            onChanged()
          }}
        />
      )}
      <AsCurl call={CALL} />
    </section>
  )
}

const waiting = (id: string): Call => ({ path: `/v1/jobs/${encodeURIComponent(id)}`, query: { wait: 25, until: 'idle' } })

function Live({ id, onUndo, onEnd }: { id: string; onUndo: (job: Job) => void; onEnd: () => void }) {
  const { value, samples } = useJob(id)
  const isEnded = value.state === 'failed' || (value.state === 'ready' && hasEnded(value.data.status))
  useEffect(() => {
    if (isEnded) onEnd()
  }, [isEnded])
  if (value.state === 'failed') return <Failure error={value.error} />
  if (value.state === 'loading') return <div class="live" />
  const { data: job } = value
  const { progress } = job
  return (
    <div class="live">
      <div class="section-head">
        <div>
          <p>
            <Foreign>{job.message}</Foreign>
          </p>
          <Status job={job} />{' '}
          <span class="muted numbers">
            {formatCount(progress.done)} of {plural(progress.total?.value ?? 0, 'message')}
          </span>
        </div>
        <div class="buttons">
          {job.links.undo && (
            <button type="button" class="button" onClick={() => onUndo(job)}>
              Undo
            </button>
          )}
          <a class="button" href={hrefOf('jobs', id)}>
            Open the job
          </a>
        </div>
      </div>
      <OutcomeBar progress={progress} />
      <OutcomeCounts progress={progress} />
      <RatePlot samples={samples} start={job.started_at ?? job.created_at} total={progress.total?.value ?? 0} />
    </div>
  )
}
