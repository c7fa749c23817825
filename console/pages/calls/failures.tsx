import type { Output } from '../../api/client.ts'
import { hrefOf, setQuery } from '../../app/router.ts'
import { Foreign } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { plural } from '../../lib/format.ts'

const SHOWN = 10

/** Errors grouped by operation and reason, most frequent first. */
export function Failures({ failures }: Pick<Output<'calls_get_statistics'>, 'failures'>) {
  if (failures.length === 0) return null
  return (
    <section aria-labelledby="failures">
      <h2 id="failures">Errors by reason and operation</h2>
      <ul class="card failures">
        {failures.slice(0, SHOWN).map(({ operation, reason, calls, latest_at: at, latest_id: id }) => (
          <li key={`${operation} ${reason}`}>
            <button type="button" class="row-link" onClick={() => setQuery({ operation, reason })}>
              <span class="mono">
                <Foreign>{reason}</Foreign>
              </span>{' '}
              in{' '}
              <span class="mono">
                <Foreign>{operation}</Foreign>
              </span>
            </button>
            <a class="small" href={hrefOf('calls', id)}>
              latest <Time at={at} />
            </a>
            <strong class="numbers">{plural(calls, 'call')}</strong>
          </li>
        ))}
      </ul>
      {failures.length > SHOWN && (
        <p class="muted small">
          The {SHOWN} most frequent of {plural(failures.length, 'kind')} of errors
        </p>
      )}
    </section>
  )
}
