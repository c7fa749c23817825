/** Whether the caller still waits for the answer. */
export interface Presence {
  readonly gone: boolean
  /** Calls the listener when the caller goes, but not where it has gone already; answers how to take that back. */
  onGone: (listener: () => void) => () => void
  /** Aborts when the caller goes, or has gone already. */
  readonly signal: AbortSignal
}

export const presenceBy = (signal: AbortSignal): Presence => ({
  get gone() {
    return signal.aborted
  },
  onGone(listener) {
    signal.addEventListener('abort', listener, { once: true })
    return () => signal.removeEventListener('abort', listener)
  },
  signal
})
