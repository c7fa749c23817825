/** Wakes a loop that waits. A wake-up while nothing waits is kept for the next wait. */
export interface Wakeup {
  wake: () => void
  /** Resolves after a wake-up, after this many milliseconds, or when the signal aborts. A signal that has already aborted is ignored. */
  wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

export function createWakeup(): Wakeup {
  let isPending = false
  let resume: (() => void) | undefined
  return {
    wake() {
      isPending = true
      resume?.()
    },
    async wait(milliseconds, signal) {
      if (!isPending) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const done = (): void => resolve()
        const timer = setTimeout(done, milliseconds)
        resume = done
        signal?.addEventListener('abort', done, { once: true })
        await promise
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resume = undefined
      }
      isPending = false
    }
  }
}
