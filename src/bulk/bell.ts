import { EventEmitter } from 'node:events'
import type { RedisClient } from '../lib/redis/connect.ts'
import { BELL } from './keys.ts'

export interface Bell {
  /** Calls `ring` at every change of the job's status, until the function it answers is called. */
  on: (jobId: string, ring: () => void) => () => void
  close: () => void
}

/** One subscriber for the whole process, however many listen. A ring may be lost with the connection: listeners also look for themselves now and then. */
export function createBell(subscriber: RedisClient): Bell {
  const rings = new EventEmitter()
  rings.setMaxListeners(0)
  subscriber.on('message', (_channel: string, jobId: string) => rings.emit(jobId))
  subscriber.subscribe(BELL).catch(() => undefined) // it waits for Redis, and subscribes again by itself after an outage
  return {
    on(jobId, ring) {
      rings.on(jobId, ring)
      return () => rings.off(jobId, ring)
    },
    close: () => subscriber.disconnect()
  }
}
