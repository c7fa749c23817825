import { useState } from 'preact/hooks'
import type { Job } from '../../api/follow.ts'
import { now } from '../../app/clock.ts'
import { hrefOf } from '../../app/router.ts'
import { can, operationOf } from '../../app/session.ts'
import { OutcomeBar, OutcomeCounts } from '../../components/progress.tsx'
import { RatePlot } from '../../components/rate-plot.tsx'
import { Scroll } from '../../components/scroll.tsx'
import { Show } from '../../components/states.tsx'
import { isOnRequest, Status } from '../../components/status.tsx'
import { CopyId, Foreign } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { jsonText } from '../../form/json-text.ts'
import { isObject } from '../../form/schema.ts'
import { formatCount, formatDuration, formatRate, words } from '../../lib/format.ts'
import { hasEnded, isMoving } from '../../lib/outcomes.ts'
import type { Sample } from '../../lib/samples.ts'
import { ActionBar, type ActionBarProps } from './action-bar.tsx'
import type { Verb } from './actions.ts'
import { Data } from './data.tsx'
import { Errors } from './errors.tsx'
import { Items } from './items.tsx'
import { Preview } from './preview.tsx'
import { Timeline } from './timeline.tsx'
import { useJob } from './use-job.ts'
import './job.css'

/** One job: its preview, progress and results. */
export function JobPage({ params: { id = '' } }: { params: Readonly<Record<string, string>> }) {
  const { value, samples, changes, problem, refresh } = useJob(id)
  const [openVerb, setOpenVerb] = useState<Verb>()
  return (
    <>
      <p class="back">
        <a href={hrefOf('jobs')}>Jobs</a>
      </p>
      <Head job={value.state === 'ready' ? value.data : undefined} onChanged={refresh} openVerb={openVerb} onOpen={setOpenVerb} />
      <Show value={value} onRetry={refresh} lines={8}>
        {job => (
          <>
            {problem && (
              <p class="notice warn" role="status">
                Live updates are interrupted: <Foreign>{problem.message}</Foreign> Trying again.
              </p>
            )}
            <State job={job} />
            <Progress job={job} samples={samples} />
            <Preview job={job} />
            <Errors job={job} onRetry={() => setOpenVerb('retry')} />
            <Warnings job={job} />
            <Result job={job} />
            {can('jobs_list_items') && job.kind === 'bulk' && job.progress.total !== null && <Items job={job} />}
            <Timeline changes={changes} />
            <Facts job={job} />
          </>
        )}
      </Show>
    </>
  )
}

/** The heading stays the same element when the job is loaded, since it may have the focus. */
const Head = ({ job, ...actions }: Omit<ActionBarProps, 'job'> & { job: Job | undefined }) => (
  <header class="job-head">
    <div>
      <h1 tabIndex={-1}>
        <Foreign>{job?.message ?? 'Job'}</Foreign>
      </h1>
      {job && (
        <p class="muted job-sub">
          <Status job={job} />
          {job.dry_run && <span class="tag">dry run</span>}
          {job.follow_up && <span class="tag">{job.follow_up}</span>}
          <span>
            created <Time at={job.created_at} />
          </span>
          <CopyId id={job.id} label="job ID" />
        </p>
      )}
    </div>
    {job && <ActionBar job={job} {...actions} />}
  </header>
)

/** A retry of a call may be due before the page shows it. */
const SHORTLY_MS = 5_000

/** The error of a job, or the reason that it waits. */
function State({ job: { error, reason, waiting_until: until, status } }: { job: Job }) {
  if ((!error && !(reason && status === 'waiting')) || isOnRequest({ status, reason })) return null
  return (
    <div class={`notice ${status === 'failed' ? 'bad' : 'warn'}`}>
      <p class="notice-title">
        <Foreign>{error?.message ?? words(reason ?? '')}</Foreign>
      </p>
      <p class="muted small">
        <span class="mono">{error?.reason ?? reason}</span>
        {until && !hasEnded(status) && <> · continues {Date.parse(until) - now.value < SHORTLY_MS ? 'shortly' : <Time at={until} />}</>}
      </p>
    </div>
  )
}

/** A shorter job is one interval: its plot would be a flat line. */
const MIN_PLOTTED_SECONDS = 2

function Progress({ job, samples }: { job: Job; samples: readonly Sample[] }) {
  const { progress, status, started_at: startedAt, finished_at: finishedAt } = job
  if (startedAt === null && !(progress.total === null && !hasEnded(status))) return null
  const { total, done, percent, items_per_second: rate, eta_seconds: eta } = progress
  const isBulk = job.kind === 'bulk'
  const took = startedAt && finishedAt ? (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000 : null
  return (
    <section aria-labelledby="progress" class="card progress">
      <h2 id="progress" class="visually-hidden">
        Progress
      </h2>
      <dl class="figures">
        <Figure label="Done" value={total ? `${formatCount(done)} of ${formatCount(total.value)}` : 'Listing'} />
        <Figure label="Percent" value={percent === null ? '–' : `${percent.toFixed(1)}%`} />
        {isBulk && <Figure label="Items per second" value={rate === null ? '–' : formatRate(rate)} />}
        {took === null ? (
          <Figure label="Remaining" value={eta === null || !isMoving(status) ? '–' : formatDuration(eta)} />
        ) : (
          <Figure label="Took" value={took < 1 ? `${took.toFixed(1)}s` : formatDuration(took)} />
        )}
      </dl>
      <OutcomeBar progress={progress} />
      {isBulk && <OutcomeCounts progress={progress} />}
      {isBulk && startedAt && (took === null || took >= MIN_PLOTTED_SECONDS) && (
        <RatePlot samples={samples} start={startedAt} total={total?.value ?? 0} />
      )}
    </section>
  )
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd class="numbers">{value}</dd>
  </div>
)

const Warnings = ({ job: { warnings } }: { job: Job }) =>
  warnings.length === 0 ? null : (
    <section aria-labelledby="warnings">
      <h2 id="warnings">Warnings</h2>
      {warnings.map(text => (
        <p key={text} class="notice warn">
          <Foreign>{text}</Foreign>
        </p>
      ))}
    </section>
  )

/** The result of a call that ran as a job. */
const Result = ({ job: { result } }: { job: Job }) =>
  result ? (
    <section aria-labelledby="result">
      <h2 id="result">Result</h2>
      <Scroll label="Result" class="code">
        <pre>{jsonText(result.success ? result.data : result.error)}</pre>
      </Scroll>
    </section>
  ) : null

/** The parameters that have a value: the others state nothing about the job. */
const setOnly = (parameters: unknown): unknown =>
  isObject(parameters) ? Object.fromEntries(Object.entries(parameters).filter(([, value]) => !isUnset(value))) : parameters
const isUnset = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

const Facts = ({ job }: { job: Job }) => (
  <section aria-labelledby="details">
    <h2 id="details">Details</h2>
    <dl class="data card facts-list">
      <div>
        <dt>Operation</dt>
        <dd>
          {operationOf(job.operation) ? (
            <>
              <a class="mono" href={hrefOf('catalog', job.operation)}>
                {job.operation}
              </a>
              <p class="muted small">{operationOf(job.operation)?.summary}</p>
            </>
          ) : (
            <span class="mono">{job.operation}</span>
          )}
        </dd>
      </div>
      {job.instance && (
        <div>
          <dt>Instance</dt>
          <dd>
            <Foreign>{job.instance}</Foreign>
          </dd>
        </div>
      )}
      {job.parent_id && (
        <div>
          <dt>Created from</dt>
          <dd>
            <a class="mono" href={hrefOf('jobs', job.parent_id)}>
              {job.parent_id}
            </a>
          </dd>
        </div>
      )}
      {job.child_ids.length > 0 && (
        <div>
          <dt>Follow-up jobs</dt>
          <dd>
            {job.child_ids.map(id => (
              <p key={id}>
                <a class="mono" href={hrefOf('jobs', id)}>
                  {id}
                </a>
              </p>
            ))}
          </dd>
        </div>
      )}
      {job.expires_at && (
        <div>
          <dt>{hasEnded(job.status) ? 'Will be deleted' : 'Confirmation expires'}</dt>
          <dd>
            <Time at={job.expires_at} />
          </dd>
        </div>
      )}
      {job.preview?.metadata !== undefined && job.preview.metadata !== null && (
        <div>
          <dt>Parameters</dt>
          <dd>
            <Data value={setOnly(job.preview.metadata)} />
          </dd>
        </div>
      )}
    </dl>
  </section>
)
