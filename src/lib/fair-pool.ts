/** Runs a limited number of tasks at once. The owner with the fewest running tasks is next. */
export interface FairPool {
  /** Waits for a free slot and runs the work. Rejects with the signal's reason if it aborts while waiting. */
  run: <T>(whose: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>
}

export interface FairPoolOptions {
  /** Maximum number of running tasks. */
  max: number
  /** Maximum number of running tasks of one owner: less than `most`, so that one owner's slow tasks do not block the others. */
  each: number
  /** Maximum number of waiting tasks, in total and per owner, and the error beyond it. Default: no limit. */
  waiting?: { max: number; each?: number; refuse: () => Error }
}

interface Waiter {
  whose: string
  enter: () => void
}

export function createFairPool({ max, each, waiting: queue }: FairPoolOptions): FairPool {
  const running = createCount()
  const waiting: Waiter[] = []

  function admit(): void {
    while (running.all() < max && waiting.length > 0) {
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

/** Counts running tasks by owner. Owners without tasks are not kept. */
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

const isCrowded = (waiting: readonly Waiter[], whose: string, { max, each = max }: { max: number; each?: number }): boolean =>
  waiting.length > max || waiting.filter(other => other.whose === whose).length > each

/** Returns the oldest waiter among the owners with the fewest running tasks and a free slot. */
function nextOf(waiting: readonly Waiter[], underWay: (whose: string) => number, each: number): Waiter | undefined {
  const counted = waiting.map(waiter => ({ waiter, count: underWay(waiter.whose) })).filter(({ count }) => count < each)
  const least = Math.min(...counted.map(({ count }) => count))
  return counted.find(({ count }) => count === least)?.waiter
}
