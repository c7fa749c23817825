import type { Call } from '../../contract/call.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Deadline } from '../deadline.ts'
import { matchesInput } from '../input/read-input.ts'
import { inputForPage, invalidCursor, type ListPosition, listPosition, pageCursor } from './cursor.ts'
import { jsonLength } from './slice.ts'

type Input = Record<string, unknown>

/** A page of a list, as handlers return it. */
export interface Page {
  items: unknown[]
  next_cursor: string | null
}

export const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items) && 'next_cursor' in value

const MAX_PAGE_SIZE = 100

/** Characters of JSON after which no further page is gathered: as much as one page of a system may have. All of them are in memory, including what the response omits. */
const MAX_GATHERED = 10_000_000

/** Origin of the items of a gathered page. `first`: index of the first of them. */
export interface Origin extends ListPosition {
  first: number
}

/** Returns one page; with `max_items`, gathers pages until there are that many items. Adds the position of each page to `origins`. */
export async function gatherPages(
  operation: Operation,
  input: Input,
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
  call: Call<any, any>,
  deadline: Deadline,
  origins: Origin[]
): Promise<unknown> {
  const wanted = input['max_items']
  if (typeof wanted !== 'number')
    return await fetchPage(operation, input, Number(input['limit']), call, position => origins.push({ first: 0, ...position }))
  let gathered: Page | undefined
  let size = 0
  for (;;) {
    const { items, next_cursor: cursor } = gathered ?? { items: [], next_cursor: input['cursor'] }
    const limit = Math.min(MAX_PAGE_SIZE, wanted - items.length)
    const pageInput = { ...input, limit, ...(typeof cursor === 'string' && { cursor }) }
    const fetching = fetchPage(operation, pageInput, limit, call, position => origins.push({ first: items.length, ...position }))
    const page = gathered ? await deadline.whileCollecting(fetching) : await fetching
    if (page === undefined) return partial(gathered, call)
    if (!isPage(page)) return page
    gathered = { ...page, items: [...items, ...page.items] }
    call.progress(gathered.items.length, wanted)
    if (deadline.signal.aborted) return gathered // the call has already failed
    if (page.next_cursor === null || gathered.items.length >= wanted || page.next_cursor === cursor) return gathered
    if (call.outOfTime()) return partial(gathered, call)
    size += jsonLength(page.items)
    if (size < MAX_GATHERED) continue
    call.truncate({ reason: 'size', omitted: null, next: 'next_cursor', hint: CONTINUE })
    return gathered
  }
}

const CONTINUE = 'Continue with next_cursor as cursor.'

/** Returns the page of a cursor. For a position within a page, fetches the page as it was first fetched, and drops the items before. */
async function fetchPage(
  operation: Operation,
  input: Input,
  maxItems: number,
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
  call: Call<any, any>,
  onPosition: (position: ListPosition) => void
): Promise<unknown> {
  const position = listPosition(input)
  const { start, skip } = position
  onPosition(position)
  const isWholePage = skip === 0 && start.cursor === input['cursor']
  const pageInput = isWholePage ? input : inputForPage(input, start)
  if (!isWholePage && !matchesInput(operation, pageInput)) throw invalidCursor()
  const page = await operation.handler(pageInput, call)
  if (skip === 0 || !isPage(page)) return page
  const items = page.items.slice(skip, skip + maxItems)
  const hasMore = page.items.length > skip + maxItems
  return { ...page, items, next_cursor: hasMore ? pageCursor(start, skip + maxItems) : page.next_cursor }
}

// biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
function partial(gathered: Page | undefined, call: Call<any, any>): Page | undefined {
  call.truncate({ reason: 'timeout', omitted: null, hint: CONTINUE })
  return gathered
}
