import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Log } from '../../log.ts'

const FIRST_PAUSE = 50
const LONGEST_PAUSE = 5_000
const STEADY = 10_000 // a server that lived this long (ms) did not die of its start

type Hold = () => Promise<{ watch: Redis; adopted: boolean }>

/** Takes hold of the server again whenever the watched connection ends, with growing pauses while that fails or does not last. */
export function keepAlive(first: Redis, hold: Hold, log: Log): { stop: () => Promise<Redis | undefined> } {
  const stopping = new AbortController()
  const done = keep(first)

  async function keep(watch: Redis): Promise<Redis | undefined> {
    let current: Redis | undefined = watch
    let pause = FIRST_PAUSE
    while (current !== undefined) {
      const since = Date.now()
      await ended(current, stopping.signal)
      if (stopping.signal.aborted) return current
      log.warn({}, 'The private Redis is gone; starting it again')
      pause = Date.now() - since > STEADY ? FIRST_PAUSE : Math.min(pause * 2, LONGEST_PAUSE)
      current = await holdAgain(pause)
    }
    return undefined
  }

  async function holdAgain(firstPause: number): Promise<Redis | undefined> {
    for (let pause = firstPause; await waited(pause, stopping.signal); pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        const { watch, adopted } = await hold()
        log.info({ adopted }, 'The private Redis is back')
        return watch
      } catch (error) {
        log.error({ err: error }, 'The private Redis could not be started again; trying on')
      }
    }
    return undefined
  }

  return {
    /** Ends the watch; the connection, where there is one, is the caller's from then on. */
    stop: () => {
      stopping.abort()
      return done
    }
  }
}

/** Until the connection ends or the signal fires, whichever is first. */
async function ended(watch: Redis, signal: AbortSignal): Promise<void> {
  if (watch.status === 'end' || signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = (): void => resolve()
  watch.once('end', done)
  signal.addEventListener('abort', done, { once: true })
  await promise
  watch.off('end', done)
}

/** False where the signal cut the pause short. */
async function waited(pause: number, signal: AbortSignal): Promise<boolean> {
  return sleep(pause, true, { signal }).catch(() => false)
}
