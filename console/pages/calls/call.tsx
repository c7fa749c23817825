import { get } from '../../api/client.ts'
import { hrefOf } from '../../app/router.ts'
import { can, operationOf } from '../../app/session.ts'
import { AsCurl } from '../../components/curl.tsx'
import { Fact, Facts } from '../../components/facts.tsx'
import { Empty, Show } from '../../components/states.tsx'
import { CopyId, Foreign } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { useLoad } from '../../components/use-load.ts'
import { formatMs, words } from '../../lib/format.ts'
import { type Call, CallOutcome, meaningOf } from './outcome.tsx'
import { Replay } from './replay.tsx'
import { Waterfall } from './waterfall.tsx'
import './calls.css'

/** One call of the record. */
export function CallPage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = params['id'] ?? ''
  const path = `/v1/calls/${encodeURIComponent(id)}`
  const { value, reload } = useLoad(signal => get<Call>(path, undefined, signal), [id])
  const operation = value.state === 'ready' ? value.data.operation : undefined
  return (
    <>
      <p class="back">
        <a href={hrefOf('calls')}>Calls</a>
      </p>
      <h1 tabIndex={-1}>
        <Foreign>{operation === undefined ? 'Call' : (operationOf(operation)?.summary ?? operation)}</Foreign>
      </h1>
      {value.state === 'failed' && value.error.status === 404 ? (
        <Empty title="This call is not in the record">It is too old, or another key sent it.</Empty>
      ) : (
        <Show value={value} onRetry={reload} lines={8}>
          {call => <Details call={call} />}
        </Show>
      )}
      <AsCurl call={{ path }} />
    </>
  )
}

function Details({ call }: { call: Call }) {
  const { operation, outcome, reason, message, at, duration_ms: duration, principal } = call
  return (
    <>
      <p class="job-sub muted">
        <CallOutcome call={call} />
        <span class="mono">
          <Foreign>{operation}</Foreign>
        </span>
        <Time at={at} />
        {duration !== null && <span class="numbers">{formatMs(duration)}</span>}
        <Foreign>{principal}</Foreign>
      </p>
      {(reason !== null || outcome === 'unknown') && (
        <div class={`notice call-error ${outcome === 'failed' ? 'bad' : 'warn'}`}>
          <p class="notice-title">
            <Foreign>{message ?? 'The end of this call is not known.'}</Foreign>
          </p>
          <p>{meaningOf(call)}</p>
          {reason !== null && (
            <p class="muted small mono">
              <Foreign>{reason}</Foreign>
            </p>
          )}
        </div>
      )}
      <Actions call={call} />
      <Waterfall call={call} />
      <Input call={call} />
      <CallDetails call={call} />
    </>
  )
}

function Actions({ call }: { call: Call }) {
  const { operation, job_id: jobId } = call
  return (
    <div class="call-actions">
      <div class="buttons">
        {can('calls_replay') && call.body_stored && <Replay call={call} />}
        {operationOf(operation) && (
          <a class="button" href={hrefOf('catalog', operation)}>
            Open the operation
          </a>
        )}
        {jobId !== null && can('jobs_get') && (
          <a class="button" href={hrefOf('jobs', jobId)}>
            Open the job
          </a>
        )}
        <a class="button" href={`${hrefOf('calls')}?${new URLSearchParams({ q: call.request_id, last: '90d' })}`}>
          Calls of this request
        </a>
      </div>
      {!call.body_stored && <p class="muted small">Its input is not stored, so it cannot be replayed.</p>}
    </div>
  )
}

const Input = ({ call: { summary } }: { call: Call }) =>
  summary.length === 0 ? null : (
    <section aria-labelledby="input">
      <h2 id="input">Input</h2>
      <p class="muted small">The record has no content: a text is shown as its length.</p>
      <Facts>
        {summary.map(({ name, value }) => (
          <Fact key={name} name={name}>
            <Foreign>{value}</Foreign>
          </Fact>
        ))}
      </Facts>
    </section>
  )

const DECISIONS: Readonly<Record<NonNullable<Call['decision']>, string>> = {
  allow: 'Allowed',
  confirm: 'Needs confirmation',
  approval: 'Needs the approval of another caller',
  deny: 'Denied by policy',
  forbid: 'The key lacks the scope'
}

function CallDetails({ call }: { call: Call }) {
  const { trace_id: trace, replay_of: original, idempotency_key: key } = call
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">Details</h2>
      <Facts>
        <Fact name="Call">
          <CopyId id={call.id} label="ID of the call" />
        </Fact>
        <Fact name="Request">
          <CopyId id={call.request_id} label="ID of the request" />
        </Fact>
        {trace !== null && (
          <Fact name="Trace">
            <CopyId id={trace} label="ID of the trace" />
          </Fact>
        )}
        {original !== null && (
          <Fact name="Replay of">
            <a class="mono" href={hrefOf('calls', original)}>
              <Foreign>{original}</Foreign>
            </a>
          </Fact>
        )}
        <Fact name="Surface">{words(call.surface)}</Fact>
        <Fact name="System">
          <Foreign>{call.instance === null ? call.system : `${call.system} · ${call.instance}`}</Foreign>
        </Fact>
        <Fact name="Permission">{words(call.permission)}</Fact>
        {call.decision !== null && <Fact name="Decision">{DECISIONS[call.decision]}</Fact>}
        {call.replayed && <Fact name="Idempotency">It got the result of an earlier call with the same idempotency key</Fact>}
        {key !== null && (
          <Fact name="Idempotency key">
            <CopyId id={key} label="digest of the idempotency key" />
          </Fact>
        )}
        <Fact name="Input digest">
          <CopyId id={call.input_digest} label="digest of the input" />
        </Fact>
      </Facts>
    </section>
  )
}
