export interface Lazy<T> {
  get: () => Promise<T>
  /** Returns the value if it was created, else undefined. */
  ifCreated: () => Promise<T | undefined>
}

/** Creates a value on first use. After a failure, the next use tries again. */
export function lazily<T>(create: () => Promise<T>): Lazy<T> {
  let pending: Promise<T> | undefined
  return {
    get() {
      pending ??= create().catch(error => {
        pending = undefined
        throw error
      })
      return pending
    },
    ifCreated: async () => await pending?.catch(() => undefined)
  }
}
