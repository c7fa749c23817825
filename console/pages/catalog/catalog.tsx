import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { get, toApiError } from '../../api/client.ts'
import { announce } from '../../app/announce.ts'
import { hrefOf, navigate, place, setQuery } from '../../app/router.ts'
import { type CatalogRow, session } from '../../app/session.ts'
import { Empty, Failure } from '../../components/states.tsx'
import { plural, visibleControls } from '../../lib/format.ts'
import type { Loaded } from '../../lib/loaded.ts'
import { Risk } from './risk.tsx'
import './catalog.css'

const PAUSE_MS = 150

/** Every operation that the key may call, by system; with a query the best matches, ranked by the gateway. */
export function Catalog() {
  const { query: address } = place.value
  const system = address.get('system') ?? ''
  const query = address.get('q') ?? ''
  const all = session.value.state === 'open' ? [...session.value.operations.values()] : []
  /** The query for which Enter was pressed before its matches were there. */
  const wanted = useRef<string>(undefined)
  const openFirst = ([first]: readonly CatalogRow[]): void => {
    if (first) navigate(hrefOf('catalog', first.id))
  }
  const found = useSearch(query, system, (matches, of) => {
    if (wanted.current === of) openFirst(matches)
    wanted.current = undefined
  })
  const rows =
    query === '' ? all.filter(row => system === '' || row.system === system) : found.state === 'ready' ? found.data.rows : undefined
  const open = (event: Event): void => {
    event.preventDefault()
    // What was typed since the page was drawn counts, too.
    const typed = place.value.query.get('q') ?? ''
    if (typed === '') return
    if (found.state === 'ready' && found.data.query === typed) openFirst(found.data.rows)
    else wanted.current = typed
  }
  return (
    <>
      <h1 tabIndex={-1}>Catalog</h1>
      <search>
        <form class="catalog-search" onSubmit={open}>
          <input
            type="search"
            aria-label="Search operations"
            placeholder="What do you want to do? For example: send an email"
            autocomplete="off"
            maxLength={200}
            value={query}
            onInput={({ currentTarget }) => setQuery({ q: currentTarget.value })}
          />
        </form>
      </search>
      <div class="catalog">
        <Systems rows={all} current={system} />
        <div class="catalog-rows" aria-busy={found.state === 'loading'}>
          {found.state === 'failed' ? <Failure error={found.error} /> : <Rows rows={rows} query={query} system={system} />}
        </div>
      </div>
    </>
  )
}

interface Matches {
  query: string
  rows: CatalogRow[]
}

/** The matches of a query. Those of the query before stay until the next ones are there, so that the page does not flicker. */
function useSearch(query: string, system: string, onFound: (rows: CatalogRow[], query: string) => void): Loaded<Matches> {
  const [found, setFound] = useState<Loaded<Matches>>({ state: 'loading' })
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    if (query === '') {
      setFound({ state: 'ready', data: { query, rows: [] } })
      return undefined
    }
    const controller = new AbortController()
    const search = async (): Promise<void> => {
      try {
        const { items } = await get<{ items: CatalogRow[] }>('/v1/catalog', { query, system, limit: 1000 }, controller.signal)
        if (controller.signal.aborted) return
        setFound({ state: 'ready', data: { query, rows: items } })
        onFound(items, query)
        announce(items.length === 0 ? 'No operation matches' : plural(items.length, 'operation'))
      } catch (error) {
        if (!controller.signal.aborted) setFound({ state: 'failed', error: toApiError(error) })
      }
    }
    const timer = setTimeout(search, isFirst.current ? 0 : PAUSE_MS)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query, system])
  return found
}

function Systems({ rows, current }: { rows: readonly CatalogRow[]; current: string }) {
  const counts = new Map<string, number>()
  for (const { system } of rows) counts.set(system, (counts.get(system) ?? 0) + 1)
  const choices: [string, string, number][] = [
    ['', 'All systems', rows.length],
    ...[...counts].map(([name, count]): [string, string, number] => [name, name, count])
  ]
  return (
    <ul class="catalog-systems" aria-label="Systems">
      {choices.map(([name, label, count]) => (
        <li key={name}>
          <button type="button" aria-pressed={name === current} onClick={() => setQuery({ system: name })}>
            <span>{label}</span>
            <span class="muted numbers">{count}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Rows({ rows, query, system }: { rows: readonly CatalogRow[] | undefined; query: string; system: string }) {
  if (rows === undefined) return null
  if (rows.length === 0)
    return (
      <Empty title={query === '' ? 'This key cannot call any operation.' : `No operation matches “${visibleControls(query)}”.`}>
        {system !== '' && (
          <button type="button" class="button" onClick={() => setQuery({ system: '' })}>
            Search all systems
          </button>
        )}
      </Empty>
    )
  if (query !== '') return <List rows={rows} />
  const groups = Map.groupBy(rows, row => row.system)
  return (
    <>
      {[...groups].map(([name, group]) => (
        <section key={name} class="catalog-group">
          <h2>{name}</h2>
          <List rows={group} />
        </section>
      ))}
    </>
  )
}

const List = ({ rows }: { rows: readonly CatalogRow[] }) => (
  <ul class="operations card">
    {rows.map(({ id, summary, permission, kind, deprecated }) => (
      <li key={id}>
        <a href={hrefOf('catalog', id)}>
          <span class="operation-summary">{summary}</span>
          <span class="operation-id mono">{id}</span>
        </a>
        <span class="operation-tags">
          {deprecated && <span class="tag">deprecated</span>}
          {kind === 'bulk' && <span class="tag">bulk</span>}
          <Risk permission={permission} />
        </span>
      </li>
    ))}
  </ul>
)
