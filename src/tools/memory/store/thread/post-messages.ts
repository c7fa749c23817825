/** Posts all messages at once. If that fails, posts them one by one, so that a message that cannot be cloned fails alone. */
export function postAll<One>(all: readonly One[], post: (part: readonly One[]) => void, refuse: (one: One, error: unknown) => void): void {
  try {
    post(all)
  } catch {
    for (const one of all) postOne(one, post, refuse)
  }
}

function postOne<One>(one: One, post: (part: readonly One[]) => void, refuse: (one: One, error: unknown) => void): void {
  try {
    post([one])
  } catch (error) {
    refuse(one, error)
  }
}
