import { ToolgateError } from './error.ts'

/** Delays before the next attempts in ms. The last one repeats. */
const PAUSES_MS = [500, 1_000, 2_000, 5_000]

/** Maximum delay, even if the gateway requests a longer one. */
export const MAX_PAUSE_MS = 60_000

/** Maximum number of consecutive attempts without a response. Then the last error is thrown. */
const MAX_ATTEMPTS = 30

/** Statuses of a gateway that is overloaded or shutting down, or of a proxy that cannot reach it. */
const PASSING: readonly number[] = [0, 429, 502, 503, 504]

/** Retries requests to a gateway that is temporarily unavailable, such as during a restart. */
export function createRetries(signal: AbortSignal | undefined) {
  let attempts = 0
  /** Reports a response, which resets the count of attempts. */
  const heard = (): void => {
    attempts = 0
  }
  /** Resolves when another attempt is worthwhile; throws an error that a retry would not change. */
  async function next(failure: unknown): Promise<void> {
    signal?.throwIfAborted()
    const isRefusal = failure instanceof ToolgateError && !PASSING.includes(failure.status)
    if (isRefusal || attempts === MAX_ATTEMPTS) throw failure
    await pause(pauseAfter(attempts++, failure), signal)
  }
  return {
    heard,
    next,
    /** Runs the work until it succeeds and returns its result. */
    async until<T>(work: () => Promise<T>): Promise<T> {
      for (;;) {
        try {
          const result = await work()
          heard()
          return result
        } catch (failure) {
          await next(failure)
        }
      }
    }
  }
}

/** Returns the milliseconds before the next attempt: longer each time, and at least the delay that the gateway requests. */
export function pauseAfter(attempt: number, failure: unknown): number {
  const own = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 0
  const requested = failure instanceof ToolgateError ? failure.retryAfterMs : 0
  return Math.min(Math.max(own, requested), MAX_PAUSE_MS)
}

/** Waits. Throws at once if the signal is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>(resolve => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
  signal?.throwIfAborted()
}
