import { EventEmitter } from 'node:events'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { EVENTS_CHANNEL, STATUS_CHANNEL } from './keys.ts'

export interface StatusSubscriber {
  /** Calls `listener` at every change of the job's status, until the returned function is called. */
  onStatus: (jobId: string, listener: () => void) => () => void
  /** Calls the listener at every event of the job. Requires a subscriber that was created with `events`. */
  onEvent: (jobId: string, listener: () => void) => () => void
  close: () => void
}

/** Creates one subscription for the whole process. A message can be lost with the connection, so listeners must also poll from time to time. */
export function createStatusSubscriber(subscriber: RedisClient, { events = false } = {}): StatusSubscriber {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  subscriber.on('message', (channel: string, jobId: string) => emitter.emit(`${channel} ${jobId}`))
  const channels = events ? [STATUS_CHANNEL, EVENTS_CHANNEL] : [STATUS_CHANNEL]
  subscriber.subscribe(...channels).catch(() => undefined) // it waits for Redis, and subscribes again after an outage
  const listen = (channel: string, jobId: string, listener: () => void): (() => void) => {
    const name = `${channel} ${jobId}`
    emitter.on(name, listener)
    return () => emitter.off(name, listener)
  }
  return {
    onStatus: (jobId, listener) => listen(STATUS_CHANNEL, jobId, listener),
    onEvent: (jobId, listener) => listen(EVENTS_CHANNEL, jobId, listener),
    close: () => subscriber.disconnect()
  }
}
