import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '../store/redis-timeout.ts'
import type { Turn } from './turn-context.ts'

const RETRY_MS = 250

/**
 * Does a step of a turn, and repeats it for as long as Redis is unavailable or refuses to write: only this process knows the results of the calls
 * in progress. A worker that is shutting down waits no longer than its lock would last. If another worker has claimed the job by then, the step
 * is refused.
 */
export async function retryUntilAvailable<T>({ signal, settings }: Pick<Turn, 'signal' | 'settings'>, step: () => Promise<T>): Promise<T> {
  let deadline = Number.POSITIVE_INFINITY
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (signal.aborted) deadline = Math.min(deadline, performance.now() + settings.lock_ms)
      if (!isOutage(error) || performance.now() >= deadline) throw error
      await sleep(RETRY_MS)
    }
  }
}
