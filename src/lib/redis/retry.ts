import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 200

/**
 * Tries again after a timeout or a lost connection, until `maxWaitMs` have passed; then throws the last error. Throws an error reply of
 * Redis immediately.
 */
export async function retryUntilAvailable<T>(maxWaitMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + maxWaitMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isRefusal = error instanceof Error && error.name === 'ReplyError'
      if (isRefusal || Date.now() + PAUSE_MS > deadline) throw error
      await sleep(PAUSE_MS)
    }
  }
}
