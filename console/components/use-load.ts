import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { toApiError } from '../api/client.ts'
import type { Loaded } from '../lib/loaded.ts'

export interface Loading<T> {
  value: Loaded<T>
  /** Reads it again. What is shown stays until then. */
  reload: () => void
  /** Replaces what is shown, such as with the response to a change. */
  set: (data: T) => void
}

/** Reads something from the gateway when the component appears and when a dependency changes. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, dependencies: readonly unknown[]): Loading<T> {
  const [value, setValue] = useState<Loaded<T>>({ state: 'loading' })
  const latest = useRef(load)
  latest.current = load
  const controller = useRef<AbortController>(undefined)
  const reload = useCallback(() => {
    controller.current?.abort()
    const current = new AbortController()
    controller.current = current
    latest.current(current.signal).then(
      data => current.signal.aborted || setValue({ state: 'ready', data }),
      error => current.signal.aborted || setValue({ state: 'failed', error: toApiError(error) })
    )
  }, [])
  const set = useCallback((data: T) => setValue({ state: 'ready', data }), [])
  // Layout effects end with their page, and begin before it is painted. Other effects end after the next page is painted.
  useLayoutEffect(() => {
    setValue({ state: 'loading' })
    reload()
    return () => controller.current?.abort()
  }, dependencies)
  return { value, reload, set }
}

/** Interval while something cannot be read. */
const RETRY_MS = 10_000

/**
 * Reads something when the component appears, and again after each interval while the page is visible. Each is a call in the record: use long intervals
 * while nothing changes.
 */
export function usePolled<T>(load: (signal: AbortSignal) => Promise<T>, interval: number | ((data: T) => number)): Loading<T> {
  const loading = useLoad(load, [])
  const { value, reload } = loading
  const milliseconds = typeof interval === 'number' ? interval : value.state === 'ready' ? interval(value.data) : RETRY_MS
  useLayoutEffect(() => {
    const timer = setInterval(() => document.hidden || reload(), milliseconds)
    return () => clearInterval(timer)
  }, [reload, milliseconds])
  return loading
}
