/** Wakes a loop that waits. A beat while nobody waits is kept for the next who does. */
export interface Pulse {
  beat: () => void
  /** Resolves at a beat, after so many milliseconds, or when the signal aborts; one that has aborted already is not heeded. */
  next: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

export function createPulse(): Pulse {
  let beaten = false
  let wake: (() => void) | undefined
  return {
    beat() {
      beaten = true
      wake?.()
    },
    async next(milliseconds, signal) {
      if (!beaten) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const awake = (): void => resolve()
        const timer = setTimeout(awake, milliseconds)
        wake = awake
        signal?.addEventListener('abort', awake, { once: true })
        await promise
        clearTimeout(timer)
        signal?.removeEventListener('abort', awake)
        wake = undefined
      }
      beaten = false
    }
  }
}
