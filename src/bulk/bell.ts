import { EventEmitter } from 'node:events'
import type { RedisClient } from '../lib/redis/connect.ts'
import { BELL, NEWS } from './keys.ts'

export interface Bell {
  /** Calls `ring` at every change of the job's status, until the function it answers is called. */
  on: (jobId: string, ring: () => void) => () => void
  /** The same whenever there is a new event of the job. Only of a bell that was made for news. */
  onNews: (jobId: string, ring: () => void) => () => void
  close: () => void
}

/** One subscriber for the whole process, however many listen. A ring may be lost with the connection: listeners also look for themselves now and then. */
export function createBell(subscriber: RedisClient, { news = false } = {}): Bell {
  const rings = new EventEmitter()
  rings.setMaxListeners(0)
  subscriber.on('message', (channel: string, jobId: string) => rings.emit(`${channel} ${jobId}`))
  const channels = news ? [BELL, NEWS] : [BELL]
  subscriber.subscribe(...channels).catch(() => undefined) // it waits for Redis, and subscribes again by itself after an outage
  const listen = (channel: string, jobId: string, ring: () => void): (() => void) => {
    const name = `${channel} ${jobId}`
    rings.on(name, ring)
    return () => rings.off(name, ring)
  }
  return {
    on: (jobId, ring) => listen(BELL, jobId, ring),
    onNews: (jobId, ring) => listen(NEWS, jobId, ring),
    close: () => subscriber.disconnect()
  }
}
