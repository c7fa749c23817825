/** What does not come within so many milliseconds is as good as away. What came while this process stood still is read first. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => setImmediate(() => reject(new Error(`No answer within ${ms} ms`))), ms)
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
