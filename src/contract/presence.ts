/** Whether the caller still waits for the answer. */
export interface Presence {
  readonly gone: boolean
  /** Calls the listener once the caller goes; answers how to take that back. */
  onGone: (listener: () => void) => () => void
  /** Aborts when the caller goes. For who needs one: to make it takes longer than all else that is prepared for a call. */
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
