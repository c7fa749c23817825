/** Hands over all together. Where that fails, each goes alone, so that what cannot be copied into another thread keeps back nothing but itself. */
export function handOver<One>(all: readonly One[], post: (part: readonly One[]) => void, refuse: (one: One, error: unknown) => void): void {
  try {
    post(all)
  } catch {
    for (const one of all) handOverOne(one, post, refuse)
  }
}

function handOverOne<One>(one: One, post: (part: readonly One[]) => void, refuse: (one: One, error: unknown) => void): void {
  try {
    post([one])
  } catch (error) {
    refuse(one, error)
  }
}
