/** Things by key, such as the open streams of each API key. A key that has none takes no memory. */
export interface Groups<T> {
  /** Those that the key has now. */
  of: (key: string) => ReadonlySet<T>
  /** Adds one; returns how to remove it. */
  add: (key: string, thing: T) => () => void
}

const NONE: ReadonlySet<never> = new Set()

export function createGroups<T>(): Groups<T> {
  const groups = new Map<string, Set<T>>()
  return {
    of: key => groups.get(key) ?? NONE,
    add(key, thing) {
      const group = groups.get(key) ?? new Set()
      groups.set(key, group.add(thing))
      return () => {
        group.delete(thing)
        if (group.size === 0 && groups.get(key) === group) groups.delete(key)
      }
    }
  }
}
