/** A page of a list, as handlers answer it. */
export interface Page {
  items: unknown[]
  next_cursor: string | null
}

type Input = Record<string, unknown>

/** Where a page begins: what its list was asked with. */
export interface Start {
  cursor?: string
  limit: number
  /** Paging in the system's own words, where that says where the page begins. */
  own?: Input
}

export const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items) && 'next_cursor' in value

const OWN_PAGING = ['page', 'per_page', 'start']

/** Where the page that is asked for begins, and how many of its items came before. A cursor of ours names a place within a page. */
export function placeIn(input: Input): { start: Start; skip: number } {
  const { cursor, limit } = input
  const [, skip, size, kind, rest = ''] = OURS.exec(typeof cursor === 'string' ? cursor : '') ?? []
  if (kind === '=') return { start: { cursor: rest, limit: Number(size) }, skip: Number(skip) }
  if (kind === '?') return { start: { limit: Number(size), own: ownIn(rest) }, skip: Number(skip) }
  const own = Object.fromEntries(OWN_PAGING.flatMap(name => (input[name] === undefined ? [] : [[name, input[name]]])))
  const begins = typeof cursor === 'string' ? { cursor } : Object.keys(own).length > 0 ? { own } : {}
  return { start: { limit: Number(limit), ...begins }, skip: 0 }
}

/** `~`, items to skip, `.`, size of the page, then `=` and the cursor of the page, or `?` and where else it begins. */
const OURS = /^~(\d{1,4})\.(\d{1,3})([=?])(.*)$/s

/** The cursor of a place within a page; that of the page itself where nothing is skipped. */
export function cursorOf({ cursor, limit, own = {} }: Start, skip: number): string {
  if (cursor !== undefined) return skip === 0 ? cursor : `~${skip}.${limit}=${cursor}`
  return `~${skip}.${limit}?${new URLSearchParams(Object.entries(own).map(([name, value]) => [name, String(value)]))}`
}

function ownIn(query: string): Input {
  const given = [...new URLSearchParams(query)].filter(([name, value]) => OWN_PAGING.includes(name) && /^\d{1,9}$/.test(value))
  return Object.fromEntries(given.map(([name, value]) => [name, Number(value)]))
}

/** The input that asks for the whole page that begins there. */
export function askedAt({ cursor: _, ...input }: Input, { cursor, limit, own }: Start): Input {
  return { ...input, ...own, limit, ...(cursor !== undefined && { cursor }) }
}
