import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Log } from '../../../contract/runtime.ts'

const FIRST_PAUSE = 50
const MAX_PAUSE = 5_000
const STEADY = 10_000 // a server that lived this long (ms) did not fail at startup

type Lease = () => Promise<{ watch: Redis; adopted: boolean }>

/** Reconnects to the server, or restarts it, whenever the watched connection ends. Pauses grow while that fails or does not last. */
export function keepAlive(first: Redis, hold: Lease, log: Log): { stop: () => Promise<Redis | undefined> } {
  const stopping = new AbortController()
  const done = keep(first)

  async function keep(watch: Redis): Promise<Redis | undefined> {
    let current: Redis | undefined = watch
    let pause = FIRST_PAUSE
    while (current !== undefined) {
      const since = Date.now()
      await ended(current, stopping.signal)
      if (stopping.signal.aborted) return current
      log.warn({}, 'The private Redis stopped; restarting it')
      pause = Date.now() - since > STEADY ? FIRST_PAUSE : Math.min(pause * 2, MAX_PAUSE)
      current = await holdAgain(pause)
    }
    return undefined
  }

  async function holdAgain(firstPause: number): Promise<Redis | undefined> {
    for (let pause = firstPause; await waited(pause, stopping.signal); pause = Math.min(pause * 2, MAX_PAUSE)) {
      try {
        const { watch, adopted } = await hold()
        log.info({ adopted }, 'The private Redis has recovered')
        return watch
      } catch (error) {
        log.error({ err: error }, 'The private Redis could not be restarted; retrying')
      }
    }
    return undefined
  }

  return {
    /** Ends the watch and returns its connection, if there is one. The caller owns it from then on. */
    stop: () => {
      stopping.abort()
      return done
    }
  }
}

/** Resolves when the connection ends or the signal aborts. */
async function ended(watch: Redis, signal: AbortSignal): Promise<void> {
  if (watch.status === 'end' || signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = (): void => resolve()
  watch.once('end', done)
  signal.addEventListener('abort', done, { once: true })
  await promise
  watch.off('end', done)
}

/** Returns false if the signal ended the pause early. */
async function waited(pause: number, signal: AbortSignal): Promise<boolean> {
  return sleep(pause, true, { signal }).catch(() => false)
}
