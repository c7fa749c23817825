import { isContinuable } from '../../catalog/reserved-inputs.ts'
import type { Truncation } from '../../contract/call.ts'
import type { Operation } from '../../contract/operation.ts'
import { checkUnchanged, decodeContinuation, encodeContinuation, pageCursor } from './cursor.ts'
import { isPage, type Origin, type Page } from './paginate.ts'
import { shrink } from './shrink.ts'
import { jsonLength, type Part, type Position, takePart } from './slice.ts'

/** The part of the data to return. */
export interface RequestedPart {
  /** Maximum characters, counted by `measure`. Default: unlimited. */
  maxChars?: number | undefined
  /** Default: characters of the data as JSON. */
  measure?: ((data: unknown) => number) | undefined
  /** For a read that is not a list: where the previous part ended. */
  cursor?: unknown
  /** For a list: where its items come from. */
  origins?: readonly Origin[]
}

export interface Truncated {
  data: unknown
  /** The data as JSON, if it was measured. */
  json?: string
  truncated?: Truncation
}

/** Returns the data within the size. For a read it starts where the cursor points, and has a `next_cursor` that continues it exactly. */
export function truncate(operation: Operation, data: unknown, requested: RequestedPart): Truncated {
  if (!isContinuable(operation)) return truncateOnce(data, requested)
  return operation.list && isPage(data) ? truncateList(data, requested) : truncateObject(data, requested)
}

function truncateOnce(data: unknown, { maxChars, measure }: RequestedPart): Truncated {
  if (maxChars === undefined) return { data }
  if (measure) return measure(data) <= maxChars ? { data } : shrink(data, maxChars)
  const json = JSON.stringify(data) ?? 'null'
  return json.length <= maxChars ? { data, json } : shrink(data, maxChars)
}

function truncateObject(data: unknown, requested: RequestedPart): Truncated {
  const { cursor } = requested
  const continuation = typeof cursor === 'string' ? decodeContinuation(cursor) : undefined
  if (continuation) checkUnchanged(data, continuation)
  const part = partWithCursor(data, continuation?.position ?? [], requested, (value, next) => ({
    ...Object(value),
    next_cursor: encodeContinuation(data, next)
  }))
  return { data: part.value, ...jsonOf(part), ...(part.path !== undefined && { truncated: continuedBy(part.path, null) }) }
}

function truncateList(data: Page, requested: RequestedPart): Truncated {
  const { origins = [] } = requested
  const [first] = origins
  const position = first?.within?.position ?? []
  if (first?.within) checkUnchanged(data, { ...first.within, position })
  let omitted = 0
  const part = partWithCursor(data, position, requested, (value, next) => {
    const page = { items: [], ...Object(value) }
    const isInItems = next[0] === 'items'
    const included = isInItems ? Number(next[1] ?? 0) : data.items.length
    const isBetweenItems = isInItems && next.length <= 2
    omitted = data.items.length - included - (isBetweenItems || !isInItems ? 0 : 1)
    const origin = origins.findLast(({ first }) => first <= included)
    if (!origin) return page
    const skip = origin.skip + included - origin.first
    const within: Position = isInItems ? ['items', 0, ...next.slice(2)] : next
    const rest = isInItems ? { items: data.items.slice(included) } : data
    return { ...page, next_cursor: pageCursor(origin.start, skip, isBetweenItems ? undefined : encodeContinuation(rest, within)) }
  })
  const page = { items: [], ...Object(part.value) }
  return { data: page, ...jsonOf(part), ...(part.path !== undefined && { truncated: continuedBy(part.path, omitted) }) }
}

/** Maximum number of attempts to reduce a part until it fits with its cursor, or in its rendering. */
const MAX_ATTEMPTS = 6

/** `json`: the value as JSON, if it is complete. */
type FittingPart = Pick<Part, 'value' | 'path'> & { json?: string }

const jsonOf = ({ json }: FittingPart): { json?: string } => (json === undefined ? {} : { json })

/** Returns the largest part that fits together with its cursor. */
function partWithCursor(
  data: unknown,
  position: Position,
  { maxChars, measure }: RequestedPart,
  withCursor: (value: unknown, next: Position) => unknown
): FittingPart {
  if (position.length === 0) {
    if (maxChars === undefined) return { value: data }
    const json = JSON.stringify(data) ?? 'null'
    if (json.length <= maxChars && (!measure || measure(data) <= maxChars)) return { value: data, json }
  }
  const limit = maxChars ?? Number.POSITIVE_INFINITY
  let size = limit
  for (let attempt = 1; ; attempt++) {
    const part = takePart(data, position, size)
    const { next, path } = part
    const value = next ? withCursor(part.value, next) : part.value
    const excess = Math.max(jsonLength(value), measure?.(value) ?? 0) - limit
    if (excess <= 0 || attempt === MAX_ATTEMPTS || size <= 1) return { value, ...(next && { path: path?.replace(/^\./, '') ?? '' }) }
    const used = Math.min(size, jsonLength(part.value))
    size = Math.max(1, Math.floor(Math.min(used - excess, used * (limit / (limit + excess)))))
  }
}

const continuedBy = (path: string, omitted: number | null): Truncation => ({
  reason: 'size',
  omitted,
  ...(path !== '' && { continues: path }),
  hint: `Repeat the call with next_cursor as cursor to get the rest${path === '' ? '' : `, which starts where ${path} ends`}.`
})
