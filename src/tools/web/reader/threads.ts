import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import { createFairPool } from '../../../lib/fair-pool.ts'
import type { ReadText } from './page.ts'
import { type Bounds, createThread, type Thread, TooMuch, unreadable, type Work } from './thread.ts'

const BOUNDS: Bounds = { longest_ms: 10_000, most_memory_mb: 512 }
/** Never one alone: a page that takes as long as a page may keeps no other caller's waiting. Each may fill its memory. */
const MOST_THREADS = Math.min(4, Math.max(2, availableParallelism()))

const MOST_REMEMBERED = 1_000
/** Such a page costs seconds: it is not tried again at once, whoever asks for it. */
const REMEMBERED_MS = 300_000

export interface Threads {
  /**
   * A page that is too much is read anew as plain text. Throws cannot_be_honoured where nothing can be made of it, in time and space. `whose`:
   * who asks for it, so that others need not wait for what takes long.
   */
  read: (task: Work, whose: string, signal: AbortSignal) => Promise<ReadText>
}

/** Threads that make pages text, as many at once as the machine can use. */
export function createThreads(bounds: Bounds = BOUNDS, most: number = MOST_THREADS): Threads {
  const resting: Thread[] = []
  const places = createFairPool({ most, each: Math.max(1, most - 1) }) // who may wait, the fetching of pages bounds
  const tooMuch = new LRUCache<string, TooMuch>({ max: MOST_REMEMBERED, ttl: REMEMBERED_MS })

  async function attempt(thread: Thread, task: Work, signal: AbortSignal): Promise<ReadText> {
    const name = JSON.stringify([task.kind, task.url, task.wish])
    const known = tooMuch.get(name)
    if (known) throw known
    return await thread.read(task, signal).catch(error => {
      if (error instanceof TooMuch) tooMuch.set(name, error)
      throw error
    })
  }

  async function readBy(thread: Thread, task: Work, signal: AbortSignal): Promise<ReadText> {
    try {
      return await attempt(thread, task, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (task.kind !== 'html' || !(error instanceof TooMuch)) throw error
      return await attempt(thread, { ...task, kind: 'entangled' }, signal)
    }
  }

  return {
    read: (task, whose, signal) =>
      places.run(whose, signal, async () => {
        const thread = resting.pop() ?? createThread(bounds)
        try {
          return await readBy(thread, task, signal)
        } catch (error) {
          throw error instanceof TooMuch ? unreadable(error.message) : error
        } finally {
          resting.push(thread)
        }
      })
  }
}
