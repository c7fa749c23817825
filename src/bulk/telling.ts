import type { RedisClient } from '../lib/redis/connect.ts'
import { runScript } from './scripts/run.ts'
import { NEWS_EVERY_MS } from './settings.ts'

/** To be called after counters were written, which may have been kept back: tells them a moment later, though nothing more happens. */
export function createTelling(redis: RedisClient, id: string): () => void {
  let waits = false
  const later = (milliseconds: number): void => {
    if (waits) return
    waits = true
    setTimeout(() => tell().catch(() => undefined), milliseconds).unref() // an outage: the next change tells it
  }
  const tell = async (): Promise<void> => {
    waits = false
    const [after] = await runScript(redis, 'tell', id)
    if (Number(after) > 0) later(Number(after))
  }
  return () => later(NEWS_EVERY_MS)
}
