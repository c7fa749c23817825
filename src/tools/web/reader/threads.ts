import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import { CannotBeDone, TooMuch } from '../../../lib/threads/failures.ts'
import { moduleBeside } from '../../../lib/threads/start.ts'
import type { Bounds, Thread } from '../../../lib/threads/thread.ts'
import { createThreads as createLent } from '../../../lib/threads/threads.ts'
import { refused } from '../failures.ts'
import type { ReadText } from './page.ts'
import type { Task } from './serve-pages.ts'

const BOUNDS: Bounds = { longest_ms: 10_000, most_memory_mb: 512 }
/** Each may fill its memory. */
const MOST_THREADS = Math.min(4, Math.max(2, availableParallelism()))

const MOST_REMEMBERED = 1_000
/** Such a page costs seconds: it is not tried again at once, whoever asks for it. */
const REMEMBERED_MS = 300_000

export interface Threads {
  /**
   * A page that is too much is read anew as plain text. Throws cannot_be_honoured where nothing can be made of it, in time and space. `whose`:
   * who asks for it, so that others need not wait for what takes long.
   */
  read: (task: Task, whose: string, signal: AbortSignal) => Promise<ReadText>
}

const MODULE = moduleBeside(import.meta, 'serve-pages')

/** Threads that make pages text, as many at once as the machine can use. */
export function createThreads(bounds: Bounds = BOUNDS, most: number = MOST_THREADS): Threads {
  const threads = createLent<Task>({ ...bounds, module: MODULE, name: 'web reader' }, most)
  const tooMuch = new LRUCache<string, TooMuch>({ max: MOST_REMEMBERED, ttl: REMEMBERED_MS })

  async function attempt(thread: Thread<Task>, task: Task, signal: AbortSignal): Promise<ReadText> {
    const name = JSON.stringify([task.kind, task.url, task.wish])
    const known = tooMuch.get(name)
    if (known) throw known
    return await thread.run<ReadText>(task, signal).catch(error => {
      if (error instanceof TooMuch) tooMuch.set(name, error)
      throw error
    })
  }

  async function readBy(thread: Thread<Task>, task: Task, signal: AbortSignal): Promise<ReadText> {
    try {
      return await attempt(thread, task, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (task.kind !== 'html' || !(error instanceof TooMuch)) throw error
      return await attempt(thread, { ...task, kind: 'entangled' }, signal)
    }
  }

  return {
    async read(task, whose, signal) {
      try {
        return await threads.use(whose, signal, thread => readBy(thread, task, signal))
      } catch (error) {
        throw error instanceof TooMuch || error instanceof CannotBeDone ? unreadable(error.message) : error
      }
    }
  }
}

const unreadable = (why: string) =>
  refused('cannot_be_honoured', `The page cannot be read: ${why}.`, { suggestions: ['Ask for reader: jina, or read another page.'] })
