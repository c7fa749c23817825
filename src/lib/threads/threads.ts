import { createFairPool } from '../fair-pool.ts'
import { type Begin, createThread, type Thread } from './thread.ts'

export interface Threads<Task> {
  /** Lends a thread, which is the caller's alone meanwhile. `whose`: who asks for it, so that others need not wait for what takes long. */
  use: <T>(whose: string, signal: AbortSignal, work: (thread: Thread<Task>) => Promise<T>) => Promise<T>
}

/**
 * Threads for work that would hold everybody up. Never one alone: what takes long of one caller keeps no other caller's waiting. `each`: how many of
 * one caller at once.
 */
export function createThreads<Task>(how: Begin, most: number, each: number = Math.max(1, most - 1)): Threads<Task> {
  const resting: Thread<Task>[] = []
  const places = createFairPool({ most, each }) // who may wait, the callers' own limits bound
  return {
    use: (whose, signal, work) =>
      places.run(whose, signal, async () => {
        const thread = resting.pop() ?? createThread<Task>(how)
        try {
          return await work(thread)
        } finally {
          resting.push(thread)
        }
      })
  }
}
