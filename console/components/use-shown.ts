import { useCallback, useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Returns a function that reports whether the component is still on the page: what a late response does to the page must not happen to the next one. A layout
 * effect ends with the component; other effects end after the next page is painted.
 */
export function useShown(): () => boolean {
  const isShown = useRef(true)
  useLayoutEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useCallback(() => isShown.current, [])
}
