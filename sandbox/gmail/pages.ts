/** Returns one page, newest first. The token refers to the last item, so changes elsewhere do not shift the pages. */
export function pageOf<T extends { internalDate: number; id: string }>(
  found: readonly T[],
  { maxResults = '100', pageToken }: { maxResults?: string; pageToken?: string }
): { page: T[]; nextPageToken?: string; resultSizeEstimate: number } {
  const sorted = [...found].sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))
  const from = pageToken === undefined ? sorted : sorted.filter(item => keyOf(item) < pageToken)
  const page = from.slice(0, Math.min(MAX_PAGE, Math.max(1, Number(maxResults) || 1)))
  const last = page.at(-1)
  return {
    page,
    ...(last && from.length > page.length && { nextPageToken: keyOf(last) }),
    resultSizeEstimate: Math.min(found.length, MAX_ESTIMATE)
  }
}

const MAX_PAGE = 500

/** Gmail's estimate never exceeds 201. */
const MAX_ESTIMATE = 201

const keys = new WeakMap<object, string>()

/** Returns the sort key of an item. It consists of digits, like Gmail's page tokens, and is cached, since a mailbox may be large. */
function keyOf(item: { internalDate: number; id: string }): string {
  const known = keys.get(item)
  if (known !== undefined) return known
  const key = `${String(item.internalDate).padStart(14, '0')}${BigInt(`0x${item.id}`).toString().padStart(20, '0')}`
  keys.set(item, key)
  return key
}
