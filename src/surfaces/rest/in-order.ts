const SIDE_BY_SIDE = 8

/**
 * Does all, in an order that cannot be told from one after another: those next to each other that may join run side by side, a few at once; any
 * other waits for all before it, and all after it wait for it. Answers in the order given.
 */
export async function inOrder<T, R>(things: readonly T[], mayJoin: (thing: T) => boolean, work: (thing: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < things.length; ) {
    const alone = things.findIndex((thing, place) => place >= from && !mayJoin(thing))
    const to = alone === from ? from + 1 : alone < 0 ? things.length : alone
    results.push(...(await sideBySide(things.slice(from, to), work)))
    from = to
  }
  return results
}

async function sideBySide<T, R>(things: readonly T[], work: (thing: T) => Promise<R>): Promise<R[]> {
  const results = new Map<number, R>()
  const waiting = things.entries()
  const lane = async (): Promise<void> => {
    for (const [place, thing] of waiting) results.set(place, await work(thing))
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane))
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result)
}
