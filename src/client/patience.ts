import { ToolgateError } from './error.ts'

/** Pauses before another attempt, the last one from then on. */
const PAUSES_MS = [500, 1_000, 2_000, 5_000]

/** However long a gateway asks to wait. */
const LONGEST_PAUSE_MS = 60_000

/** Attempts in a row that hear nothing, after which it is given up. */
const MOST_ATTEMPTS = 30

/** Answers of a gateway that is busy or about to stop, or of a proxy that does not reach it. */
const PASSING: readonly number[] = [0, 429, 502, 503, 504]

/** Goes on asking a gateway that cannot be heard for a while: one that is started anew, or too busy. */
export function createPatience(signal: AbortSignal | undefined) {
  let attempts = 0
  /** It was heard. */
  const heard = (): void => {
    attempts = 0
  }
  /** Returns when it is worth another attempt; throws what none would change. */
  async function next(failure: unknown): Promise<void> {
    signal?.throwIfAborted()
    const isRefusal = failure instanceof ToolgateError && !PASSING.includes(failure.status)
    if (isRefusal || attempts === MOST_ATTEMPTS) throw failure
    const own = PAUSES_MS[Math.min(attempts++, PAUSES_MS.length - 1)] ?? 0
    const asked = failure instanceof ToolgateError ? Number(failure.details['retry_after_ms'] ?? 0) : 0
    await pause(Math.min(Math.max(own, asked), LONGEST_PAUSE_MS), signal)
  }
  return {
    heard,
    next,
    /** What the work answers, once it does. */
    async until<T>(work: () => Promise<T>): Promise<T> {
      for (;;) {
        try {
          const answer = await work()
          heard()
          return answer
        } catch (failure) {
          await next(failure)
        }
      }
    }
  }
}

/** Ends early, and throws, where it is told to stop. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  const over = Promise.withResolvers<void>()
  const end = (): void => over.resolve()
  const timer = setTimeout(end, milliseconds)
  signal?.addEventListener('abort', end)
  await over.promise
  clearTimeout(timer)
  signal?.removeEventListener('abort', end)
  signal?.throwIfAborted()
}
