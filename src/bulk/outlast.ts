import { setTimeout as sleep } from 'node:timers/promises'
import type { Turn } from './context.ts'
import { isOutage } from './reach.ts'

const AGAIN_MS = 250

/**
 * Does a step of a turn, and again for as long as Redis is away or refuses to write: what the calls under way have come to is known to nobody
 * else. A worker that is to stop waits no longer than its lock would last. Should another have the job by then, the step is refused.
 */
export async function outlast<T>({ signal, settings }: Pick<Turn, 'signal' | 'settings'>, step: () => Promise<T>): Promise<T> {
  let last = Number.POSITIVE_INFINITY
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (signal.aborted) last = Math.min(last, performance.now() + settings.lock_ms)
      if (!isOutage(error) || performance.now() >= last) throw error
      await sleep(AGAIN_MS)
    }
  }
}
