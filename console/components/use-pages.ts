import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type ApiError, type Call, get, toApiError } from '../api/client.ts'

interface Page<Row> {
  items: Row[]
  next_cursor: string | null
}

export interface Pages<Row> {
  /** The pages that were read, as one; undefined until the first one is. */
  page: Page<Row> | undefined
  error: ApiError | undefined
  busy: boolean
  /** Reads the next page; the first one again, if reading it failed. */
  more: () => void
}

/** Reads a list page by page. The component has a key, so that another list begins again. */
export function usePages<Row>(path: string, query: Call['query']): Pages<Row> {
  const [page, setPage] = useState<Page<Row>>()
  const [error, setError] = useState<ApiError>()
  const [busy, setBusy] = useState(true)
  const controller = useRef<AbortController>(undefined)
  const read = useCallback(async (shown?: Page<Row>): Promise<void> => {
    controller.current?.abort()
    const reading = new AbortController()
    controller.current = reading
    const { signal } = reading
    setBusy(true)
    try {
      const next = await get<Page<Row>>(path, { ...query, cursor: shown?.next_cursor }, signal)
      if (signal.aborted) return
      setPage({ ...next, items: [...(shown?.items ?? []), ...next.items] })
      setError(undefined)
    } catch (caught) {
      if (signal.aborted) return
      setError(toApiError(caught))
    }
    setBusy(false)
  }, [])
  useLayoutEffect(() => {
    read()
    return () => controller.current?.abort()
  }, [])
  return { page, error, busy, more: () => read(page) }
}
