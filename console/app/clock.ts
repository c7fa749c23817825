import { signal } from '@preact/signals'

const TICK_MS = 1_000

/** The present, once a second while the page is visible: what shows a relative time reads it. */
export const now = signal(Date.now())

export function startClock(): void {
  const tick = (): void => {
    if (!document.hidden) now.value = Date.now()
  }
  setInterval(tick, TICK_MS)
  document.addEventListener('visibilitychange', tick)
}
