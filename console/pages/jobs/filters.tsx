import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { setQuery } from '../../app/router.ts'
import { systemsOf } from '../../app/session.ts'
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
const TYPING_MS = 250

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

export function Filters({ query }: { query: URLSearchParams }) {
  const searchText = query.get('q') ?? ''
  const [text, setText] = useState(searchText)
  useEffect(() => setText(searchText), [searchText])
  // A layout effect ends with its page. Others end after the next one is shown, and the query would be put into its address.
  useLayoutEffect(() => {
    if (text === searchText) return
    const timer = setTimeout(() => setQuery({ q: text }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <search class="filters">
      <input
        type="search"
        aria-label="Search jobs"
        placeholder="Search by description, operation or ID"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Choice label="Status" name="show" query={query} options={[...SHOWN].map(([name, { label }]) => [name, label])} />
      <Choice label="System" name="system" query={query} options={systemsOf().map(name => [name, name])} />
      <Choice label="Kind" name="kind" query={query} options={KINDS.map(name => [name, words(name)])} />
    </search>
  )
}

function Choice({
  label,
  name,
  query,
  options
}: {
  label: string
  name: string
  query: URLSearchParams
  options: readonly (readonly [string, string])[]
}) {
  return (
    <select aria-label={label} value={query.get(name) ?? ''} onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}>
      <option value="">{label}: all</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
