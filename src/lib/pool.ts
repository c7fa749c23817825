/** Runs a limited number of tasks at once. Others wait, up to a limit. */
export interface Pool {
  /** Waits for a free slot and runs the work. Rejects with the signal's reason if it aborts while waiting. */
  run: <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>
}

/** Runs a limited number of tasks at once, in total and per owner. Refuses further tasks. */
export interface ConcurrencySlots {
  run: <T>(whose: string, work: () => Promise<T>) => Promise<T>
}

export function createConcurrencySlots({ max, each, refuse }: { max: number; each: number; refuse: () => Error }): ConcurrencySlots {
  const running: string[] = []
  return {
    async run(whose, work) {
      if (running.length >= max || running.filter(other => other === whose).length >= each) throw refuse()
      running.push(whose)
      try {
        return await work()
      } finally {
        running.splice(running.indexOf(whose), 1)
      }
    }
  }
}

export function createPool(max: number, maxWaiting: number, refuse: () => Error): Pool {
  const waiting = new Set<() => void>()
  let running = 0

  const place = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const leave = (): void => {
        waiting.delete(enter)
        reject(signal.reason)
      }
      const enter = (): void => {
        signal.removeEventListener('abort', leave)
        running += 1
        resolve()
      }
      if (running < max) return enter()
      if (waiting.size >= maxWaiting) return reject(refuse())
      waiting.add(enter)
      signal.addEventListener('abort', leave, { once: true })
    })

  const next = (): void => {
    running -= 1
    const [first] = waiting
    if (!first) return
    waiting.delete(first)
    first()
  }

  return {
    async run(signal, work) {
      await place(signal)
      try {
        return await work()
      } finally {
        next()
      }
    }
  }
}
