/**
 * Resolves like `work`, or rejects after `ms` milliseconds. `work` is not cancelled. The rejection waits for one turn of the event loop, so that a
 * result that arrived while this process was stopped still counts.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number, expired = () => new Error(`No response within ${ms} ms`)): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => setImmediate(() => reject(expired())), ms)
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
