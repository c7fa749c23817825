import type { Truncation } from '../../contract/call.ts'
import { OperationError } from '../../contract/errors.ts'
import { shorten } from '../../lib/shorten.ts'
import { jsonLength } from './slice.ts'

export interface Shrunk {
  data: unknown
  /** Absent if nothing was removed. */
  truncated?: Truncation
}

type Facts = Record<string, unknown>

/** Returns a value that cannot be continued in at most this many characters of JSON: removes the end of the largest lists, then of the longest texts. */
export function shrink(data: unknown, maxChars: number): Shrunk {
  const cuts: string[] = []
  let current = data
  for (let excess = jsonLength(current) - maxChars; excess > 0; excess = jsonLength(current) - maxChars) {
    const next = cutLargest(current, excess, '', cuts)
    if (next === current) break // nothing left to remove
    current = next
  }
  if (cuts.length === 0) return { data }
  const hint = `Removed from the end of ${[...new Set(cuts)].map(path => path || 'the data').join(', ')}: request less, or a part.`
  return { data: current, truncated: { reason: 'size', omitted: null, hint } }
}

/** Returns the value without this many characters of its largest part. Adds the path of that part to `cuts`. */
function cutLargest(value: unknown, excess: number, path: string, cuts: string[]): unknown {
  if (typeof value === 'string') return record(path, cuts, value, cutText(value, excess))
  if (Array.isArray(value)) {
    if (value.length === 1) return [cutLargest(value[0], excess, `${path}[0]`, cuts)]
    return record(path, cuts, value, cutItems(value, jsonLength(value) - excess))
  }
  if (!isFacts(value)) return value
  const [largest] = Object.entries(value).sort(([, a], [, b]) => jsonLength(b) - jsonLength(a))
  if (!largest) return value
  const [name, part] = largest
  const less = cutLargest(part, excess, path === '' ? name : `${path}.${name}`, cuts)
  return less === part ? value : { ...value, [name]: less }
}

function record<T>(path: string, cuts: string[], before: T, after: T): T {
  if (jsonLength(after) >= jsonLength(before)) return before
  cuts.push(path)
  return after
}

/** Returns the first items whose JSON, as an array, has at most this many characters. */
function cutItems(items: unknown[], maxChars: number): unknown[] {
  let left = maxChars - 2
  const end = items.findIndex(item => {
    left -= jsonLength(item) + 1
    return left < -1 // the last item has no comma
  })
  return end < 0 ? items : items.slice(0, end)
}

/** Cuts at the end of a line if one is in the last half; never within a character. */
function cutText(text: string, excess: number): string {
  const end = Math.max(0, text.length - excess)
  const line = text.lastIndexOf('\n', end - 1) + 1
  return text.slice(0, line > end / 2 ? line : end).replace(/[\uD800-\uDBFF]$/, '')
}

const isFacts = (value: unknown): value is Facts => typeof value === 'object' && value !== null

/** Details that callers act on. They are short, and are never cut. */
const ESSENTIAL: ReadonlySet<string> = new Set([
  'source',
  'outcome',
  'retryable',
  'retry_after_ms',
  'replayed',
  'required_scope',
  'limit_ms',
  'job_id',
  'suggestions'
])

/** Minimum characters of the message, and of the other details. */
const MIN_CHARS = 500

const REMOVED: Truncation = { reason: 'size', omitted: null, hint: 'Long details are removed.' }

/** Returns the error in at most this many characters of JSON: cuts a long message, and removes long details. */
export function shrinkError(error: OperationError, maxChars: number | undefined): OperationError {
  const { reason, message, details, cause } = error
  if (maxChars === undefined || jsonLength({ message, details }) <= maxChars) return error
  const facts = Object.entries(details)
  const essential = Object.fromEntries(facts.filter(([name]) => ESSENTIAL.has(name)))
  const shortMessage = shorten(message, Math.max(MIN_CHARS, Math.floor(maxChars / 2)))
  const left = Math.max(MIN_CHARS, maxChars - jsonLength({ shortMessage, essential }))
  const { data, truncated = REMOVED } = shrink(Object.fromEntries(facts.filter(([name]) => !ESSENTIAL.has(name))), left)
  // With very many details, none may be long enough to be cut.
  const rest = jsonLength(data) <= left ? Object(data) : {}
  return new OperationError(reason, shortMessage, { ...rest, ...essential, truncated }, cause === undefined ? {} : { cause })
}
