/** Whether the caller still waits for the answer. Functions, not getters: V8 takes an object with a getter of its own apart, and is slow with it from then on. */
export interface Presence {
  isGone: () => boolean
  /** Calls the listener when the caller goes, but not where it has gone already; answers how to take that back. */
  onGone: (listener: () => void) => () => void
  /** Aborts when the caller goes, or has gone already. */
  signal: () => AbortSignal
}

export const presenceBy = (signal: AbortSignal): Presence => ({
  isGone: () => signal.aborted,
  onGone(listener) {
    signal.addEventListener('abort', listener, { once: true })
    return () => signal.removeEventListener('abort', listener)
  },
  signal: () => signal
})
