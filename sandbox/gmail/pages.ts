/** A page of what is sorted from the newest on. The token names the last one seen, so that what comes or goes elsewhere shifts nothing. */
export function pageOf<T extends { internalDate: number; id: string }>(
  found: readonly T[],
  { maxResults = '100', pageToken }: { maxResults?: string; pageToken?: string }
): { page: T[]; nextPageToken?: string; resultSizeEstimate: number } {
  const sorted = [...found].sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))
  const from = pageToken === undefined ? sorted : sorted.filter(item => keyOf(item) < pageToken)
  const page = from.slice(0, Math.min(LARGEST_PAGE, Math.max(1, Number(maxResults) || 1)))
  const last = page.at(-1)
  return {
    page,
    ...(last && from.length > page.length && { nextPageToken: keyOf(last) }),
    resultSizeEstimate: Math.min(found.length, LARGEST_ESTIMATE)
  }
}

const LARGEST_PAGE = 500

/** Gmail's estimate says 201 of whatever is more. */
const LARGEST_ESTIMATE = 201

const keys = new WeakMap<object, string>()

/** Digits alone, as Gmail's tokens are. Made once of each: a mailbox may be large. */
function keyOf(item: { internalDate: number; id: string }): string {
  const known = keys.get(item)
  if (known !== undefined) return known
  const key = `${String(item.internalDate).padStart(14, '0')}${BigInt(`0x${item.id}`).toString().padStart(20, '0')}`
  keys.set(item, key)
  return key
}
