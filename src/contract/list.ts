import type { Deadline } from './deadline.ts'
import type { Issue } from './errors.ts'
import { expectedName } from './expected.ts'
import { type Fitted, fitAny, fitItems } from './fit.ts'
import type { Call } from './handed.ts'
import type { Operation } from './operation.ts'
import { askedAt, cursorOf, isPage, type Page, placeIn, type Start } from './page.ts'

type Input = Record<string, unknown>

const LARGEST_PAGE = 100

/** Where an item of what was gathered came from: its page begins with the item `first`, of which so many were skipped. */
export interface Origin {
  first: number
  start: Start
  skip: number
}

/** One page, or, with `max_items`, as many pages as it takes to gather so many. `origins` is told where they begin. */
export async function gather(
  operation: Operation,
  input: Input,
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
  call: Call<any, any>,
  deadline: Deadline,
  origins: Origin[]
): Promise<unknown> {
  const wanted = input['max_items']
  if (typeof wanted !== 'number')
    return await pageAt(operation, input, Number(input['limit']), call, place => origins.push({ first: 0, ...place }))
  let gathered: Page | undefined
  for (;;) {
    const { items, next_cursor: cursor } = gathered ?? { items: [], next_cursor: input['cursor'] }
    const limit = Math.min(LARGEST_PAGE, wanted - items.length)
    const asking = { ...input, limit, ...(typeof cursor === 'string' && { cursor }) }
    const asked = pageAt(operation, asking, limit, call, place => origins.push({ first: items.length, ...place }))
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

/** The page that a cursor names. Where that is a place within one, the page is asked for as it was then, and what comes before is left out. */
async function pageAt(
  operation: Operation,
  input: Input,
  most: number,
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
  call: Call<any, any>,
  note: (place: { start: Start; skip: number }) => void
): Promise<unknown> {
  const { start, skip } = placeIn(input)
  note({ start, skip })
  const isPlain = skip === 0 && start.cursor === input['cursor']
  const page = await operation.handler(isPlain ? input : askedAt(input, start), call)
  if (skip === 0 || !isPage(page)) return page
  const items = page.items.slice(skip, skip + most)
  const left = page.items.length > skip + most
  return { ...page, items, next_cursor: left ? cursorOf(start, skip + most) : page.next_cursor }
}

/** The answer within so many characters, truthfully: a list goes on exactly after the last item that is given. */
export function withinSize(operation: Operation, data: unknown, most: number | undefined, origins: readonly Origin[]): Fitted {
  if (most === undefined || JSON.stringify(data).length <= most) return { data }
  if (!operation.list || !isPage(data)) return fitAny(data, most)
  const longest = Math.max(0, ...origins.map(({ start, skip }) => cursorOf(start, skip + LARGEST_PAGE * 10).length))
  const whole = { ...data, next_cursor: '~'.repeat(longest) }
  const { data: page, items } = fitItems(whole, most)
  const alone = items === 0 ? fitAlone(whole, most) : undefined
  const kept = alone ? 1 : items
  const origin = origins.findLast(({ first }) => first <= kept)
  const next_cursor = origin ? cursorOf(origin.start, origin.skip + kept - origin.first) : data.next_cursor
  const omitted = data.items.length - kept
  const hint = kept === 0 ? ALONE : `${alone ? CUT : ''}Go on with next_cursor as cursor.`
  return { data: { ...page, ...alone, next_cursor }, truncated: { reason: 'size', omitted, hint } }
}

/** The first item without the ends of what is long in it, where that makes it fit: else whoever goes on would never come past it. */
function fitAlone({ items: [first], ...page }: Page, most: number): Pick<Page, 'items'> | undefined {
  const { data } = fitAny(first, most - JSON.stringify({ ...page, items: [] }).length)
  const items = [data]
  return JSON.stringify({ ...page, items }).length <= most ? { items } : undefined
}

const CUT = 'The item alone was too large, and the ends of its longest values are left out. '

const ALONE = 'The next item alone is larger than max_chars: raise that, or name the properties you need in fields.'

// biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
function cutShort(gathered: Page | undefined, call: Call<any, any>): Page | undefined {
  call.truncate({ reason: 'timeout', omitted: null, hint: 'Go on with next_cursor as cursor.' })
  return gathered
}

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
