import type { Call, Operation } from './operation.ts'

type Input = Record<string, unknown>

interface Page {
  items: unknown[]
  next_cursor: string | null
}

const LARGEST_PAGE = 100

/** One page, or, with `max_items`, as many pages as it takes to gather so many. */
// biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
export async function gather(operation: Operation, input: Input, call: Call<any, any>): Promise<unknown> {
  const wanted = input['max_items']
  if (typeof wanted !== 'number') return await operation.handler(input, call)
  const items: unknown[] = []
  let cursor = input['cursor']
  for (;;) {
    const limit = Math.min(LARGEST_PAGE, wanted - items.length)
    const page = await operation.handler({ ...input, limit, ...(cursor !== undefined && { cursor }) }, call)
    if (!isPage(page)) return page
    items.push(...page.items)
    const { next_cursor } = page
    call.progress(items.length, wanted)
    if (next_cursor === null || items.length >= wanted || call.outOfTime() || next_cursor === cursor) return { ...page, items, next_cursor }
    cursor = next_cursor
  }
}

const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items) && 'next_cursor' in value

/** The page with only the named properties of each item. */
export function selectFields(data: unknown, fields: unknown): unknown {
  if (!Array.isArray(fields) || !isPage(data)) return data
  const pick = (item: unknown): unknown =>
    typeof item === 'object' && item !== null ? Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name))) : item
  return { ...data, items: data.items.map(pick) }
}
