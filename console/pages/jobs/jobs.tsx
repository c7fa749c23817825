import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type ApiError, type Call, get, type Output, toApiError } from '../../api/client.ts'
import type { Job } from '../../api/follow.ts'
import { place, setQuery } from '../../app/router.ts'
import { AsCurl } from '../../components/curl.tsx'
import { ShowMore } from '../../components/show-more.tsx'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { isMoving } from '../../lib/outcomes.ts'
import { BulkActions } from './bulk-actions.tsx'
import { Filters, queryOf } from './filters.tsx'
import { JobRow } from './job-row.tsx'
import './jobs.css'

type Page = Output<'jobs_list'>

const PAGE = 50
const POLL_MS = 2_000
/** Jobs that change are read again; a longer list would be a load on the gateway. */
const MAX_POLLED = 100

/** The jobs of this key, newest first. */
export function Jobs() {
  const { query } = place.value
  const filter = queryOf(query)
  const address = JSON.stringify(filter)
  const [page, setPage] = useState<Page>()
  const [error, setError] = useState<ApiError>()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())

  /** The latest request. Another one ends it: a response that comes late is of another filter, or has fewer jobs. */
  const controller = useRef<AbortController>(undefined)

  const read = useCallback(
    async (limit: number, shown?: Page): Promise<void> => {
      controller.current?.abort()
      const reading = new AbortController()
      controller.current = reading
      const { signal } = reading
      try {
        const next = await get<Page>('/v1/jobs', { ...filter, limit, cursor: shown?.next_cursor }, signal)
        if (signal.aborted) return
        setPage({ ...next, items: [...(shown?.items ?? []), ...next.items] })
        setError(undefined)
      } catch (caught) {
        if (!signal.aborted) setError(toApiError(caught))
      } finally {
        if (controller.current === reading) controller.current = undefined
      }
    },
    [address]
  )

  useLayoutEffect(() => {
    setPage(undefined)
    setSelected(new Set())
    read(PAGE)
    return () => controller.current?.abort()
  }, [read])

  const count = page?.items.length ?? 0
  const moving = page?.items.some(({ status }) => isMoving(status)) ?? false
  useLayoutEffect(() => {
    if (count > MAX_POLLED) return
    const poll = (): void => {
      if (!document.hidden && !controller.current) read(Math.max(PAGE, count))
    }
    const timer = setInterval(poll, moving ? POLL_MS : 5 * POLL_MS)
    return () => clearInterval(timer)
  }, [read, count, moving])

  const toggle = (id: string): void => {
    const changed = new Set(selected)
    if (!changed.delete(id)) changed.add(id)
    setSelected(changed)
  }
  const chosen = page?.items.filter(({ id }) => selected.has(id)) ?? []
  const call: Call = { path: '/v1/jobs', query: { ...filter, limit: PAGE } }
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <h1 tabIndex={-1}>Jobs</h1>
      <Filters query={query} />
      {error && <Failure error={error} onRetry={() => read(PAGE)} />}
      {!page && !error && <Loading lines={8} />}
      {page && page.items.length === 0 && (
        <Empty title={isFiltered ? 'No job matches' : 'No jobs yet'}>
          {isFiltered ? (
            <button type="button" class="button" onClick={() => setQuery({ q: '', show: '', system: '', kind: '' })}>
              Clear the filters
            </button>
          ) : (
            'A bulk operation, or a call that runs as a job, appears here.'
          )}
        </Empty>
      )}
      {page && page.items.length > 0 && (
        <>
          <BulkActions
            all={page.items}
            chosen={chosen}
            onSelect={ids => setSelected(new Set(ids))}
            onDone={() => {
              setSelected(new Set())
              read(Math.min(MAX_POLLED, Math.max(PAGE, count)))
            }}
          />
          <ul class="card job-list" aria-label="Jobs">
            {page.items.map((job: Job) => (
              <JobRow key={job.id} job={job} isSelected={selected.has(job.id)} onToggle={toggle} />
            ))}
          </ul>
          <ShowMore page={page} busy={false} more={() => read(PAGE, page)} />
        </>
      )}
      <AsCurl call={call} />
    </>
  )
}
