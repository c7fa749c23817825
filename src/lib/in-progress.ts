/** Things in progress, in no order. Unlike a Set, adding and removing one hashes nothing. */
export interface InProgress<T> {
  /** Adds one; returns how to remove it. Called again, that does nothing. */
  add: (thing: T) => () => void
  /** Returns those of now. */
  all: () => T[]
}

interface Entry<T> {
  thing: T
  /** Its index; -1 when it is removed. */
  at: number
}

export function createInProgress<T>(): InProgress<T> {
  const entries: Entry<T>[] = []
  return {
    add(thing) {
      const entry = { thing, at: entries.length }
      entries.push(entry)
      return () => {
        const last = entry.at < 0 ? undefined : entries.pop()
        if (last && last !== entry) {
          entries[entry.at] = last
          last.at = entry.at
        }
        entry.at = -1
      }
    },
    all: () => entries.map(({ thing }) => thing)
  }
}
