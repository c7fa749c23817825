/** What does not come within so many milliseconds is as good as away. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms)
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
