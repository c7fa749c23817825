import { Foreign } from '../../components/text.tsx'
import { layOutRequests } from '../../lib/calls.ts'
import { formatCount, formatMs } from '../../lib/format.ts'
import type { Call } from './outcome.tsx'

/** A call may send thousands of requests. */
const SHOWN = 200

const isFailed = (status: number | null): boolean => status === null || status >= 400

/** The requests that a call sent to its system, each with its place in the time of the call. */
export function Waterfall({ call: { attempts, duration_ms: duration } }: { call: Call }) {
  if (attempts.length === 0) return null
  const places = layOutRequests(attempts, duration)
  return (
    <section aria-labelledby="requests">
      <h2 id="requests">Requests to the system</h2>
      <ol class="card waterfall">
        {attempts.slice(0, SHOWN).map(({ method, host, path, status, started_ms: start, duration_ms: length }, at) => (
          <li key={at}>
            <span class="mono request">
              <Foreign>{`${method} ${host}${path}`}</Foreign>
            </span>
            <span class={`mono ${isFailed(status) ? 'bad-text' : 'muted'}`}>{status ?? 'No response'}</span>
            <span class="lane" aria-hidden="true">
              <span
                class={isFailed(status) ? 'span bad' : 'span'}
                style={{ left: `${places[at]?.left ?? 0}%`, width: `${places[at]?.width ?? 0}%` }}
              />
            </span>
            <span class="small muted numbers request-time" title={`Sent ${formatMs(start)} after the start of the call`}>
              {formatMs(length)}
              <span class="visually-hidden">, sent {formatMs(start)} after the start of the call</span>
            </span>
          </li>
        ))}
      </ol>
      {attempts.length > SHOWN && (
        <p class="muted small">
          The first {SHOWN} of {formatCount(attempts.length)} requests
        </p>
      )}
    </section>
  )
}
