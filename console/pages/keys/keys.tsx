import { hrefOf, place, setQuery } from '../../app/router.ts'
import { can } from '../../app/session.ts'
import { AsCurl } from '../../components/curl.tsx'
import { Choice, SearchField } from '../../components/filters.tsx'
import { ShowMore } from '../../components/show-more.tsx'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { Foreign } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { usePages } from '../../components/use-pages.ts'
import { words } from '../../lib/format.ts'
import { type Key, limitsOf } from './key.ts'
import { KeyStatus, STATUSES } from './key-status.tsx'
import './keys.css'

const FILTERS = ['query', 'status', 'created_by'] as const
const PAGE = 100

/** The keys of the gateway. */
export function Keys() {
  const { query } = place.value
  const filter = Object.fromEntries(FILTERS.map(name => [name, query.get(name)]))
  return (
    <>
      <div class="page-head">
        <h1 tabIndex={-1}>Keys</h1>
        {can('keys_create') && (
          <a class="button primary" href={hrefOf('keys', NEW_KEY)}>
            Create a key
          </a>
        )}
      </div>
      <search class="filters keys">
        <SearchField label="Search keys" placeholder="Search by ID, description or scope" name="query" query={query} />
        <Choice label="Status" name="status" query={query} options={STATUSES.map(name => [name, words(name)])} />
        <SearchField label="Created by" placeholder="Created by, such as key:alice" name="created_by" query={query} />
      </search>
      <List key={query.toString()} filter={filter} isFiltered={FILTERS.some(name => filter[name])} />
      <AsCurl call={{ path: '/v1/keys', query: { ...filter, limit: PAGE } }} />
    </>
  )
}

/** Path of the page that creates a key: no key has this ID. */
export const NEW_KEY = '_new'

function List({ filter, isFiltered }: { filter: Record<string, string | null>; isFiltered: boolean }) {
  const { page, error, busy, more } = usePages<Key>('/v1/keys', { ...filter, limit: PAGE })
  return (
    <section aria-label="Keys of the gateway" class="keys-list">
      {error && <Failure error={error} onRetry={more} />}
      {!page && !error && <Loading lines={8} />}
      {page && page.items.length === 0 && (
        <Empty title={isFiltered ? 'No key matches' : 'No keys yet'}>
          {isFiltered ? (
            <button type="button" class="button" onClick={() => setQuery({ query: '', status: '', created_by: '' })}>
              Clear the filters
            </button>
          ) : (
            'Without keys, only programs on this machine can call the gateway.'
          )}
        </Empty>
      )}
      {page && page.items.length > 0 && (
        <ul class="card" aria-label="Keys">
          {page.items.map(item => (
            <Row key={item.id} item={item} />
          ))}
        </ul>
      )}
      <ShowMore page={page} busy={busy} more={more} />
    </section>
  )
}

function Row({ item }: { item: Key }) {
  const { id, description, scopes, source, created_by: creator, expires_at: end, last_used_at: used } = item
  const origin = source === 'file' ? 'Configuration' : creator === null ? '' : `Created by ${creator}`
  return (
    <li class="key-row">
      <div>
        <a class="mono" href={hrefOf('keys', id)}>
          <Foreign>{id}</Foreign>
        </a>
        {description !== null && (
          <p class="small clamp">
            <Foreign>{description}</Foreign>
          </p>
        )}
        <p class="small muted">
          <Foreign>{[origin, ...limitsOf(item)].filter(Boolean).join(' · ')}</Foreign>
        </p>
      </div>
      <KeyStatus item={item} />
      <p class="small mono clamp">
        <Foreign>{scopes.join(', ')}</Foreign>
      </p>
      <p class="small muted">
        {end === null ? (
          'Never expires'
        ) : (
          <>
            {Date.parse(end) < Date.now() ? 'Expired' : 'Expires'} <Time at={end} />
          </>
        )}
      </p>
      <p class="small muted">
        {used === null ? (
          'No use recorded'
        ) : (
          <>
            Used <Time at={used} />
          </>
        )}
      </p>
    </li>
  )
}
