import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../../api/client.ts'
import { type Call, get, type Output, toApiError } from '../../api/client.ts'
import type { Job } from '../../api/follow.ts'
import { place, setQuery } from '../../app/router.ts'
import { copy } from '../../components/copy.ts'
import { AsCurl } from '../../components/curl.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Empty, Failure } from '../../components/states.tsx'
import { CopyId, Foreign } from '../../components/text.tsx'
import { VirtualTable } from '../../components/virtual-table.tsx'
import { formatCount, words } from '../../lib/format.ts'
import { isMoving, OUTCOMES } from '../../lib/outcomes.ts'
import { Data } from './data.tsx'
import { Downloads } from './downloads.tsx'

type Item = Output<'jobs_list_items'>['items'][number]

const PAGE = 100
const REFRESH_MS = 1_000

/** Every item with its outcome. Only the pages in view are read, and read again while the job changes. */
export function Items({ job }: { job: Job }) {
  const { id, progress, status } = job
  const selected = place.value.query.get('outcome')
  const outcome = OUTCOMES.find(name => name === selected)
  const [pages, setPages] = useState<ReadonlyMap<number, Item[]>>(new Map())
  const [error, setError] = useState<ApiError>()
  const [opened, setOpened] = useState<Item>()
  const visible = useRef({ first: 0, count: 0 })
  /** Requests of pages, by their number. */
  const reading = useRef(new Map<number, AbortController>())
  const total = outcome === undefined ? (progress.total?.value ?? 0) : progress[outcome]
  const moving = isMoving(status)

  const read = useCallback(
    async (page: number): Promise<void> => {
      if (reading.current.has(page)) return
      const controller = new AbortController()
      const { signal } = controller
      reading.current.set(page, controller)
      try {
        const query = { outcome, offset: page * PAGE, limit: PAGE }
        const { items } = await get<Output<'jobs_list_items'>>(`/v1/jobs/${encodeURIComponent(id)}/items`, query, signal)
        if (signal.aborted) return
        setPages(known => new Map(known).set(page, items))
        setError(undefined)
      } catch (caught) {
        if (!signal.aborted) setError(toApiError(caught))
      } finally {
        if (reading.current.get(page) === controller) reading.current.delete(page)
      }
    },
    [id, outcome]
  )
  const pagesInView = (): number[] => {
    const { first, count } = visible.current
    if (count === 0) return []
    const [from, to] = [Math.floor(first / PAGE), Math.floor((first + count - 1) / PAGE)]
    return Array.from({ length: to - from + 1 }, (_, at) => from + at)
  }
  const onVisible = useCallback(
    (first: number, count: number): void => {
      visible.current = { first, count }
      for (const page of pagesInView()) if (!pages.has(page)) read(page)
    },
    [pages, read]
  )

  // A response for the outcome that was chosen before must not be shown: its request ends before the next one begins.
  useLayoutEffect(() => {
    setPages(new Map())
    for (const page of pagesInView()) read(page)
    return () => {
      for (const controller of reading.current.values()) controller.abort()
      reading.current.clear()
    }
  }, [read])

  // Pages that were read before are outdated: those in view are read again, others when they come into view.
  useLayoutEffect(() => {
    const refresh = (): void => {
      if (document.hidden) return
      const inView = pagesInView()
      setPages(known => new Map([...known].filter(([page]) => inView.includes(page))))
      for (const page of inView) read(page)
    }
    refresh()
    if (!moving) return
    const timer = setInterval(refresh, REFRESH_MS)
    return () => clearInterval(timer)
  }, [read, moving, status])

  const call: Call = { path: `/v1/jobs/${encodeURIComponent(id)}/items`, query: { outcome, limit: PAGE } }
  return (
    <section aria-labelledby="items">
      <div class="section-head">
        <h2 id="items">Items</h2>
        <div class="buttons">
          <label>
            <span class="visually-hidden">Outcome</span>
            <select value={outcome ?? ''} onChange={({ currentTarget }) => setQuery({ outcome: currentTarget.value })}>
              <option value="">All outcomes</option>
              {OUTCOMES.map(name => (
                <option key={name} value={name}>
                  {words(name)} ({formatCount(progress[name])})
                </option>
              ))}
            </select>
          </label>
          <Downloads id={id} outcome={outcome} />
        </div>
      </div>
      {error && <Failure error={error} onRetry={() => pagesInView().map(read)} />}
      {!error && total === 0 && (
        <Empty
          title={progress.total === null ? 'Items are being listed' : outcome ? `No item is ${words(outcome).toLowerCase()}` : 'No items'}
        />
      )}
      {!error && total > 0 && (
        <VirtualTable
          label="Items"
          total={total}
          onVisible={onVisible}
          rowAt={index => pages.get(Math.floor(index / PAGE))?.[index % PAGE]}
          columns={[
            { title: '#', class: 'col-number', cell: item => formatCount(item.index + 1) },
            {
              title: 'Item',
              class: 'col-name',
              isMain: true,
              cell: (item, tabIndex) => (
                <button type="button" class="row-link" tabIndex={tabIndex} onClick={() => setOpened(item)}>
                  <Foreign>{item.display_name}</Foreign>
                </button>
              )
            },
            { title: 'Outcome', class: 'col-outcome', cell: item => <OutcomeOf item={item} /> },
            ...(progress.failed + progress.unknown === 0
              ? []
              : [{ title: 'Error', class: 'col-error', cell: (item: Item) => item.error && <Foreign>{item.error.message}</Foreign> }])
          ]}
        />
      )}
      <AsCurl call={call} />
      {opened && <ItemDialog item={opened} onClose={() => setOpened(undefined)} />}
    </section>
  )
}

const OutcomeOf = ({ item: { outcome } }: { item: Item }) => (
  <span class="status">
    <span class={`square ${outcome ?? 'pending'}`} aria-hidden="true" />
    {outcome === null ? 'Pending' : words(outcome)}
  </span>
)

/** One item with everything that is known of it. */
const ItemDialog = ({ item, onClose }: { item: Item; onClose: () => void }) => (
  <Dialog title={`Item ${formatCount(item.index + 1)}`} onClose={onClose}>
    <dl class="data">
      <div>
        <dt>Name</dt>
        <dd>
          <Foreign>{item.display_name}</Foreign>
        </dd>
      </div>
      <div>
        <dt>ID</dt>
        <dd>
          <CopyId id={item.item_id} label="item ID" />
        </dd>
      </div>
      <div>
        <dt>Outcome</dt>
        <dd>
          <OutcomeOf item={item} />
        </dd>
      </div>
      {item.error && (
        <div>
          <dt>Error</dt>
          <dd>
            <Foreign>{item.error.message}</Foreign>
            <p class="mono muted">
              {item.error.code} · {item.error.reason}
            </p>
          </dd>
        </div>
      )}
      {item.data !== undefined && item.data !== null && (
        <div>
          <dt>Result</dt>
          <dd>
            <Data value={item.data} />
          </dd>
        </div>
      )}
    </dl>
    <div class="buttons">
      <button type="button" class="button" onClick={() => copy(JSON.stringify(item, null, 2), 'Item copied as JSON')}>
        Copy as JSON
      </button>
      <button type="button" class="button primary" onClick={onClose}>
        Close
      </button>
    </div>
  </Dialog>
)
