import { useRef, useState } from 'preact/hooks'
import { get, type Output } from '../../api/client.ts'
import { hrefOf, place, setQuery } from '../../app/router.ts'
import { can } from '../../app/session.ts'
import { CallsPlot } from '../../components/calls-plot.tsx'
import { AsCurl } from '../../components/curl.tsx'
import { ShowMore } from '../../components/show-more.tsx'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { Foreign } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { useLoad } from '../../components/use-load.ts'
import { usePages } from '../../components/use-pages.ts'
import { formatMs } from '../../lib/format.ts'
import { Failures } from './failures.tsx'
import { Filters, filterOf, NO_FILTERS } from './filters.tsx'
import { type Call, CallOutcome } from './outcome.tsx'
import './calls.css'

type Statistics = Output<'calls_get_statistics'>

/** The record of calls, newest first, and what fails most. */
export function Calls() {
  const { query } = place.value
  const address = query.toString()
  // The times of a filter are fixed until it changes, so that the next page belongs to the same list.
  const [readAt, setReadAt] = useState(Date.now)
  const filter = filterOf(query, readAt)
  // Without a start, the gateway would count the last hour only.
  const isCounted = can('calls_get_statistics') && filter['from'] !== undefined
  const { value: counted, reload } = useLoad<Statistics | undefined>(
    async signal => (isCounted ? await get<Statistics>('/v1/calls/statistics', filter, signal) : undefined),
    [address, readAt]
  )
  // While figures load, the latest ones stay. What the filters offer stays always.
  const known = useRef<Statistics>(undefined)
  if (counted.state === 'ready' && counted.data) known.current = counted.data
  const statistics = counted.state === 'loading' ? known.current : counted.state === 'ready' ? counted.data : undefined
  const isFiltered = address !== ''
  return (
    <>
      <div class="page-head">
        <h1 tabIndex={-1}>Calls</h1>
        <button type="button" class="button" onClick={() => setReadAt(Date.now())}>
          Refresh
        </button>
      </div>
      <Filters
        query={query}
        reasons={[...new Set((known.current?.failures ?? []).map(({ reason }) => reason))].sort()}
        hasPrincipals={known.current?.all_keys ?? false}
      />
      {counted.state === 'failed' && <Failure error={counted.error} onRetry={reload} />}
      {statistics && statistics.calls > 0 && (
        <section class="card calls-figures" aria-label="Calls over time" aria-busy={counted.state === 'loading'}>
          <CallsPlot statistics={statistics} />
        </section>
      )}
      {can('calls_get_statistics') && !isCounted && <p class="muted small">Set From to see how many calls there were.</p>}
      {statistics && <Failures failures={statistics.failures} />}
      <List key={`${address} ${readAt}`} filter={filter} isFiltered={isFiltered} />
      <AsCurl call={{ path: '/v1/calls', query: { ...filter, limit: PAGE } }} />
    </>
  )
}

const PAGE = 50

function List({ filter, isFiltered }: { filter: Record<string, string>; isFiltered: boolean }) {
  const { page, error, busy, more } = usePages<Call>('/v1/calls', { ...filter, limit: PAGE })
  return (
    <section aria-label="Recorded calls" class="calls-list">
      {error && <Failure error={error} onRetry={more} />}
      {!page && !error && <Loading lines={8} />}
      {page && page.items.length === 0 && (
        <Empty title={page.next_cursor === null ? 'No call matches' : 'No call matches yet: older ones were not searched'}>
          {page.next_cursor === null && isFiltered && (
            <button type="button" class="button" onClick={() => setQuery(NO_FILTERS)}>
              Clear the filters
            </button>
          )}
          {page.next_cursor === null && !isFiltered && 'Each call through the gateway appears here.'}
        </Empty>
      )}
      {page && page.items.length > 0 && (
        <ul class="card call-list" aria-label="Calls">
          {page.items.map(call => (
            <CallRow key={call.id} call={call} />
          ))}
        </ul>
      )}
      <ShowMore page={page} busy={busy} more={more} />
    </section>
  )
}

function CallRow({ call }: { call: Call }) {
  const { id, at, operation, reason, message, principal, instance, duration_ms: duration } = call
  return (
    <li class="call-row">
      <div class="call-name">
        <a class="mono" href={hrefOf('calls', id)}>
          <Foreign>{operation}</Foreign>
        </a>
        {reason !== null && (
          <span class="small muted">
            <span class="mono">
              <Foreign>{reason}</Foreign>
            </span>{' '}
            <Foreign>{message ?? ''}</Foreign>
          </span>
        )}
      </div>
      <CallOutcome call={call} />
      <span class="small muted call-who">
        <Foreign>{instance === null ? principal : `${principal} · ${instance}`}</Foreign>
      </span>
      <span class="small muted number">{duration === null ? '' : formatMs(duration)}</span>
      <span class="small muted call-time">
        <Time at={at} />
      </span>
    </li>
  )
}
