/** So many at once; the others wait their turn, up to a limit. */
export interface Pool {
  /** Waits for a place, until the signal aborts, with whose reason it then rejects; the place is free again once the work is over. */
  run: <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>
}

/** So many at once, and so many of each; whoever finds no place is refused. */
export interface Places {
  run: <T>(whose: string, work: () => Promise<T>) => Promise<T>
}

export function createPlaces({ most, each, refuse }: { most: number; each: number; refuse: () => Error }): Places {
  const running: string[] = []
  return {
    async run(whose, work) {
      if (running.length >= most || running.filter(other => other === whose).length >= each) throw refuse()
      running.push(whose)
      try {
        return await work()
      } finally {
        running.splice(running.indexOf(whose), 1)
      }
    }
  }
}

export function createPool(most: number, mostWaiting: number, refuse: () => Error): Pool {
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
      if (running < most) return enter()
      if (waiting.size >= mostWaiting) return reject(refuse())
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
