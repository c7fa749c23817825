import { systemsOf } from '../../app/session.ts'
import { Choice, SearchField } from '../../components/filters.tsx'
import { words } from '../../lib/format.ts'
import { MOVING } from '../../lib/outcomes.ts'

/** Filters by status, by their name in the address. */
const SHOWN: ReadonlyMap<string, { label: string; filter: Record<string, readonly string[]> }> = new Map([
  ['active', { label: 'Active', filter: { status: MOVING } }],
  ['attention', { label: 'Needs attention', filter: { status: ['awaiting_confirmation', 'paused', 'failed'] } }],
  ['failures', { label: 'With failed or unknown items', filter: { outcome: ['failed', 'unknown'] } }],
  ['completed', { label: 'Completed', filter: { status: ['completed'] } }],
  ['ended', { label: 'Cancelled or expired', filter: { status: ['cancelled', 'expired'] } }]
])
const KINDS = ['bulk', 'call', 'process'] as const

/** The filter of the API for the query of the address. */
export function queryOf(query: URLSearchParams): Record<string, string | readonly string[]> {
  const text = query.get('q')
  const shown = SHOWN.get(query.get('show') ?? '')
  const system = query.get('system')
  const kind = KINDS.find(name => name === query.get('kind'))
  return {
    ...(text && { query: text }),
    ...shown?.filter,
    ...(system && { system }),
    ...(kind && { kind })
  }
}

export const Filters = ({ query }: { query: URLSearchParams }) => (
  <search class="filters">
    <SearchField label="Search jobs" placeholder="Search by description, operation or ID" name="q" query={query} />
    <Choice label="Status" name="show" query={query} options={[...SHOWN].map(([name, { label }]) => [name, label])} />
    <Choice label="System" name="system" query={query} options={systemsOf().map(name => [name, name])} />
    <Choice label="Kind" name="kind" query={query} options={KINDS.map(name => [name, words(name)])} />
  </search>
)
