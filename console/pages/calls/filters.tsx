import { setQuery } from '../../app/router.ts'
import { operationsOf, systemsOf } from '../../app/session.ts'
import { Choice, SearchField } from '../../components/filters.tsx'
import { visibleControls, words } from '../../lib/format.ts'
import { OUTCOMES } from './outcome.tsx'

const HOUR_MS = 3_600_000

/** Times that the page shows, by their name in the address: the label, and how far back it looks. */
const RANGES: ReadonlyMap<string, { label: string; ms: number }> = new Map([
  ['1h', { label: 'Last hour', ms: HOUR_MS }],
  ['7d', { label: 'Last 7 days', ms: 168 * HOUR_MS }],
  ['90d', { label: 'Last 90 days', ms: 2_160 * HOUR_MS }]
])
const DEFAULT_RANGE = { label: 'Last 24 hours', ms: 24 * HOUR_MS }
const BETWEEN = 'between'

/** Filters whose names are the same in the address and in the API. */
const SAME = ['system', 'operation', 'reason', 'principal'] as const

/** Every filter in the address, to clear them. */
export const NO_FILTERS = { q: '', outcome: '', last: '', from: '', to: '', system: '', operation: '', reason: '', principal: '' }

/** The filter of the API for the query of the address. `now`: Unix time in milliseconds. */
export function filterOf(query: URLSearchParams, now: number): Record<string, string> {
  const named = SAME.flatMap(name => {
    const value = query.get(name)
    return value ? [[name, value]] : []
  })
  const text = query.get('q')
  const outcome = OUTCOMES.find(name => name === query.get('outcome'))
  return { ...timesOf(query, now), ...Object.fromEntries(named), ...(text && { text }), ...(outcome && { outcome }) }
}

function timesOf(query: URLSearchParams, now: number): { from?: string; to?: string } {
  const last = query.get('last') ?? ''
  if (last !== BETWEEN) return { from: new Date(now - (RANGES.get(last) ?? DEFAULT_RANGE).ms).toISOString() }
  const [from, to] = [timeIn(query.get('from')), timeIn(query.get('to'))]
  return { ...(from && { from }), ...(to && { to }) }
}

/** A time of the address, which is in the time zone of the user, for the API. */
function timeIn(text: string | null): string | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** `reasons`: those that occur. */
export function Filters({ query, reasons, hasPrincipals }: { query: URLSearchParams; reasons: readonly string[]; hasPrincipals: boolean }) {
  const system = query.get('system')
  return (
    <search class="filters calls">
      <SearchField label="Search calls" placeholder="Search by ID of a call, request or job, or message" name="q" query={query} />
      <Choice
        label="Time"
        name="last"
        query={query}
        options={[...[...RANGES].map(([name, { label }]) => [name, label] as const), [BETWEEN, 'Between two times']]}
        all={DEFAULT_RANGE.label}
      />
      <Choice label="Outcome" name="outcome" query={query} options={OUTCOMES.map(name => [name, words(name)])} />
      <Choice label="System" name="system" query={query} options={withCurrent(systemsOf(), system)} />
      <Choice label="Operation" name="operation" query={query} options={withCurrent(operationsOf(system), query.get('operation'))} />
      <Choice label="Reason" name="reason" query={query} options={withCurrent(reasons, query.get('reason'))} />
      {hasPrincipals && <SearchField label="Principal" placeholder="Principal, such as key:alice" name="principal" query={query} />}
      {query.get('last') === BETWEEN && (
        <>
          <TimeField label="From" name="from" query={query} />
          <TimeField label="To" name="to" query={query} />
        </>
      )}
    </search>
  )
}

/** The values as options; the current one is there, even if it no longer occurs. */
function withCurrent(values: readonly string[], current: string | null): (readonly [string, string])[] {
  const all = current && !values.includes(current) ? [current, ...values] : values
  return all.map(value => [value, visibleControls(value)])
}

const TimeField = ({ label, name, query }: { label: string; name: 'from' | 'to'; query: URLSearchParams }) => (
  <label class="time-field">
    {label}
    <input
      type="datetime-local"
      value={query.get(name) ?? ''}
      onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}
    />
  </label>
)
