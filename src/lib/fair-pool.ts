/** So many at once; of those who wait, whoever has least under way is next. */
export interface FairPool {
  /** Waits for a place, until the signal aborts, with whose reason it then rejects; the place is free again once the work is over. */
  run: <T>(whose: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>
}

export interface FairPoolOptions {
  /** How many at once. */
  most: number
  /** How many at once of one owner: fewer than `most`, so that what others bring need not wait for what takes long. */
  each: number
  /** How many may wait, and of one owner, and what is thrown where no more may. Default: any number. */
  waiting?: { most: number; each?: number; refuse: () => Error }
}

interface Waiter {
  whose: string
  enter: () => void
}

export function createFairPool({ most, each, waiting: queue }: FairPoolOptions): FairPool {
  const running = createCount()
  const waiting: Waiter[] = []

  function admit(): void {
    while (running.all() < most && waiting.length > 0) {
      const next = nextOf(waiting, running.of, each)
      if (!next) return
      waiting.splice(waiting.indexOf(next), 1)
      running.add(next.whose, 1)
      next.enter()
    }
  }

  const place = (whose: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const stop = (why: unknown): void => {
        waiting.splice(waiting.indexOf(waiter), 1)
        reject(why)
      }
      const leave = (): void => stop(signal.reason)
      const waiter: Waiter = {
        whose,
        enter() {
          signal.removeEventListener('abort', leave)
          resolve()
        }
      }
      waiting.push(waiter)
      admit()
      if (!waiting.includes(waiter)) return
      if (queue && isCrowded(waiting, whose, queue)) stop(queue.refuse())
      else signal.addEventListener('abort', leave, { once: true })
    })

  return {
    async run(whose, signal, work) {
      await place(whose, signal)
      try {
        return await work()
      } finally {
        running.add(whose, -1)
        admit()
      }
    }
  }
}

/** How much everybody has under way. Those who have nothing are not remembered. */
function createCount() {
  const counts = new Map<string, number>()
  let all = 0
  const of = (whose: string): number => counts.get(whose) ?? 0
  return {
    of,
    all: () => all,
    add(whose: string, by: 1 | -1): void {
      all += by
      if (of(whose) + by === 0) counts.delete(whose)
      else counts.set(whose, of(whose) + by)
    }
  }
}

const isCrowded = (waiting: readonly Waiter[], whose: string, { most, each = most }: { most: number; each?: number }): boolean =>
  waiting.length > most || waiting.filter(other => other.whose === whose).length > each

/** The first that came of those who have least under way, and may have more. */
function nextOf(waiting: readonly Waiter[], underWay: (whose: string) => number, each: number): Waiter | undefined {
  const counted = waiting.map(waiter => ({ waiter, count: underWay(waiter.whose) })).filter(({ count }) => count < each)
  const least = Math.min(...counted.map(({ count }) => count))
  return counted.find(({ count }) => count === least)?.waiter
}
