import type { Deadline } from './deadline.ts'
import type { Issue } from './errors.ts'
import { expectedName } from './expected.ts'
import type { Call } from './handed.ts'
import type { Operation } from './operation.ts'

type Input = Record<string, unknown>

interface Page {
  items: unknown[]
  next_cursor: string | null
}

const LARGEST_PAGE = 100

/** One page, or, with `max_items`, as many pages as it takes to gather so many. */
// biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
export async function gather(operation: Operation, input: Input, call: Call<any, any>, deadline: Deadline): Promise<unknown> {
  const wanted = input['max_items']
  if (typeof wanted !== 'number') return await operation.handler(input, call)
  let gathered: Page | undefined
  for (;;) {
    const { items, next_cursor: cursor } = gathered ?? { items: [], next_cursor: input['cursor'] }
    const limit = Math.min(LARGEST_PAGE, wanted - items.length)
    const asked = operation.handler({ ...input, limit, ...(typeof cursor === 'string' && { cursor }) }, call)
    const page = gathered ? await deadline.whileCollecting(asked) : await asked
    if (page === undefined) return cutShort(gathered, call)
    if (!isPage(page)) return page
    gathered = { ...page, items: [...items, ...page.items] }
    call.progress(gathered.items.length, wanted)
    if (deadline.signal.aborted) return gathered // nobody waits for more
    if (page.next_cursor === null || gathered.items.length >= wanted || page.next_cursor === cursor) return gathered
    if (call.outOfTime()) return cutShort(gathered, call)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
function cutShort(gathered: Page | undefined, call: Call<any, any>): Page | undefined {
  call.truncate({ reason: 'timeout', omitted: null, hint: 'Go on with next_cursor as cursor.' })
  return gathered
}

const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items) && 'next_cursor' in value

/** Names in `fields` that the items do not have. */
export function fieldIssues(operation: Operation, { fields }: Input): Issue[] {
  if (!operation.list || !Array.isArray(fields)) return []
  const known = itemNames(operation)
  return fields
    .map((name, place) => ({ name, path: `fields[${place}]` }))
    .filter(({ name }) => typeof name === 'string' && known.length > 0 && !known.includes(name))
    .map(({ name, path }) => ({ path, message: `${name} is not a property of the items`, expected: expectedName(name, known) }))
}

function itemNames({ output }: Operation): string[] {
  const items: { items?: { properties?: object } } | undefined = output.properties['items']
  return Object.keys(items?.items?.properties ?? {})
}

/** The page with only the named properties of each item. */
export function selectFields(data: unknown, fields: unknown): unknown {
  if (!Array.isArray(fields) || !isPage(data)) return data
  const pick = (item: unknown): unknown =>
    typeof item === 'object' && item !== null ? Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name))) : item
  return { ...data, items: data.items.map(pick) }
}
