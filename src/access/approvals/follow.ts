import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisClient } from '../../lib/redis/connect.ts'
import { HEARTBEAT_MS } from '../../lib/sse.ts'
import { EVENTS } from './scripts.ts'

/** A change of an approval: ID of the event, and of the approval. */
interface Change {
  id: string
  approval: string
}

/** Interval at which changes of other processes are read, while someone follows. */
const POLL_MS = 500

/** Changes that are read at a time. */
const PAGE = 100

/** IDs as Redis writes them. A larger number would be an error. */
const EVENT_ID = /^\d{1,19}-\d{1,19}$/

export interface Follower {
  /** Yields the changes after an event, or from now on, until the signal aborts. */
  follow: (after: string | undefined, signal: AbortSignal) => AsyncGenerator<Change | 'silence'>
  /** Followers in this process read at once. */
  wake: () => void
  /** Ends all followers. */
  close: () => void
}

/** Follows the changes of approvals. While Redis is unavailable, a follower waits. */
export function createFollower(redis: RedisClient): Follower {
  const closing = new AbortController()
  let changed = new AbortController()

  async function latest(): Promise<string> {
    const [last] = await redis.xrevrange(EVENTS, '+', '-', 'COUNT', 1)
    return last?.[0] ?? '0-0'
  }

  /** Returns undefined if Redis is unavailable. */
  async function changesAfter(last: string | undefined): Promise<{ last: string; changes: Change[] } | undefined> {
    try {
      if (last === undefined) return { last: await latest(), changes: [] }
      const entries = await redis.xrange(EVENTS, `(${last}`, '+', 'COUNT', PAGE)
      const changes = entries.map(([id, fields]): Change => ({ id, approval: fields[1] ?? '' }))
      return { last: changes.at(-1)?.id ?? last, changes }
    } catch {
      return undefined
    }
  }

  return {
    async *follow(after, signal) {
      const ended = AbortSignal.any([signal, closing.signal])
      let last = after !== undefined && EVENT_ID.test(after) ? after : undefined
      let silentSince = performance.now()
      while (!ended.aborted) {
        const wakeup = AbortSignal.any([ended, changed.signal])
        const found = await changesAfter(last)
        last = found?.last ?? last
        yield* found?.changes ?? []
        if (found && found.changes.length > 0) {
          silentSince = performance.now()
          continue
        }
        if (performance.now() - silentSince >= HEARTBEAT_MS) {
          silentSince = performance.now()
          yield 'silence'
        }
        await sleep(POLL_MS, undefined, { signal: wakeup }).catch(() => undefined)
      }
    },
    wake() {
      changed.abort()
      changed = new AbortController()
    },
    close: () => closing.abort()
  }
}
