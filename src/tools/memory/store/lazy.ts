export interface Lazy<T> {
  get: () => Promise<T>
  /** What was made, where it was. */
  made: () => Promise<T | undefined>
}

/** Makes something when it is first asked for and, where that failed, anew at the next asking: what was in the way may be gone by then. */
export function lazily<T>(make: () => Promise<T>): Lazy<T> {
  let making: Promise<T> | undefined
  return {
    get() {
      making ??= make().catch(error => {
        making = undefined
        throw error
      })
      return making
    },
    made: async () => await making?.catch(() => undefined)
  }
}
