/** More at once would run into the limits of bursts. */
const SIDE_BY_SIDE = 5

/** The results in the order of the items. The first failure ends it. */
export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const run = async (): Promise<void> => {
    for (const [place, item] of queue) results[place] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, items.length) }, run))
  return results
}
