import { hash } from 'node:crypto'

/** A position in a value: names of properties, indexes of items and, within a text, the number of characters before it. */
export type Position = readonly (string | number)[]

/** A part of a value. */
export interface Part {
  value: unknown
  /** Start of the next part; absent if this is the last one. */
  next?: Position
  /** The text, list or object of this part that the next part continues: `.diffs[3].text`. */
  path?: string
}

type Facts = Record<string, unknown>

/** The size of a part, and what is left of it, in characters of JSON. */
interface Space {
  size: number
  left: number
  /** Whether the part contains anything that no other part has. */
  begun: boolean
}

/** Properties whose JSON is at most this long are repeated in every part of their object, to identify it. */
const SHORT = 200
/** If the short properties of an object need more than this share of a part, none of them is repeated. */
const MAX_REPEATED = 1 / 4
/** Minimum characters of a text in a part, however small its size, so that every part makes progress. */
const MIN_TEXT = 16

/**
 * Returns the part of a value that starts at a position, in at most `size` characters of JSON (more only if `size` is too small for any progress).
 * The parts together are the value. A text is cut at the end of a line, tag or word. Properties that lead to further data (`next_…`) are in the last
 * part only.
 */
export function takePart(value: unknown, from: Position, size: number): Part {
  const space: Space = { size, left: size, begun: false }
  return take(value, from, space) ?? { value }
}

/** Returns undefined if nothing of the value fits, but something before it did. */
function take(value: unknown, from: Position, space: Space): Part | undefined {
  if (typeof value === 'string') return takeText(value, from, space)
  if (Array.isArray(value)) return takeItems(value, from, space)
  if (isFacts(value)) return takeProperties(value, from, space)
  return whole(value, space) || !space.begun ? { value } : undefined
}

/** Takes the whole value if it fits. `extra`: characters around it, such as its name and a comma. */
function whole(value: unknown, space: Space, extra = 0): boolean {
  const size = jsonLength(value) + extra
  if (size > space.left) return false
  space.left -= size
  space.begun = true
  return true
}

function takeText(text: string, [from = 0]: Position, space: Space): Part | undefined {
  const start = Number(from)
  const rest = start === 0 ? text : text.slice(start)
  if (whole(rest, space)) return { value: rest }
  const end = prefixLength(rest, space.begun ? space.left : Math.max(space.left, MIN_TEXT + 2))
  if (end === 0) return undefined
  const value = rest.slice(0, end)
  space.left -= jsonLength(value)
  space.begun = true
  return end < rest.length ? { value, next: [start + end], path: '' } : { value }
}

function takeItems(items: unknown[], [from = 0, ...within]: Position, space: Space): Part | undefined {
  const first = Number(from)
  const taken: unknown[] = []
  space.left -= 2
  for (let at = first; at < items.length; at++) {
    const item = items[at]
    const inner = at === first ? within : []
    if (inner.length === 0 && whole(item, space, 1)) {
      taken.push(item)
      continue
    }
    // An item is cut only if it is long; otherwise it starts the next part.
    const isKeptWhole = inner.length === 0 && space.begun && jsonLength(item) < space.size / 2
    const part = isKeptWhole ? undefined : take(item, inner, space)
    if (part) taken.push(part.value)
    else if (taken.length === 0 && space.begun) return undefined
    if (!part) return { value: taken, next: [at, ...inner], path: '' }
    if (part.next) return { value: taken, next: [at, ...part.next], path: `[${taken.length - 1}]${part.path}` }
  }
  return { value: taken }
}

function takeProperties(facts: Facts, [from, ...within]: Position, space: Space): Part | undefined {
  const { repeated, size, others } = groupProperties(facts, space)
  if (size > space.left && space.begun) return undefined
  space.left -= size
  const taken = new Map<string, unknown>(repeated)
  const first = from === undefined ? 0 : others.findIndex(([name]) => name === from)
  let cut: Pick<Part, 'next' | 'path'> = {}
  for (const [at, [name, value]] of others.entries()) {
    if (at < first) continue
    const inner = at === first ? within : []
    const nameSize = name.length + 4
    if (inner.length === 0 && whole(value, space, nameSize)) {
      taken.set(name, value)
      continue
    }
    space.left -= nameSize
    const part = take(value, inner, space)
    if (part) taken.set(name, part.value)
    if (part && !part.next) continue
    cut = part?.next ? { next: [name, ...part.next], path: `.${name}${part.path}` } : { next: [name, ...inner], path: '' }
    break
  }
  const value = Object.fromEntries(Object.keys(facts).flatMap(name => (taken.has(name) ? [[name, taken.get(name)]] : [])))
  return { value, ...cut }
}

type Entries = [name: string, value: unknown][]

/** Returns the properties that every part repeats, and the others in order. Those that lead to further data come last. */
function groupProperties(facts: Facts, { size: maxSize }: Space): { repeated: Entries; size: number; others: Entries } {
  const [repeated, others, leading]: [Entries, Entries, Entries] = [[], [], []]
  let size = 2
  for (const entry of Object.entries(facts)) {
    const [name, value] = entry
    const length = jsonLength(value)
    if (leadsFurther(name, value)) {
      leading.push(entry)
      if (isFacts(value) && length <= SHORT) repeated.push([name, withoutLeading(value)])
    } else if (length > SHORT) others.push(entry)
    else {
      repeated.push(entry)
      size += name.length + length + 4
    }
  }
  if (size <= maxSize * MAX_REPEATED || (others.length === 0 && leading.length === 0 && size <= maxSize))
    return { repeated, size, others: [...others, ...leading] }
  const inOrder = Object.entries(facts).filter(entry => !leading.includes(entry))
  return { repeated: [], size: 2, others: [...inOrder, ...leading] }
}

/** Returns the object without properties that lead to further data, for the parts before the last. */
const withoutLeading = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      !leadsFurther(name, value) ? [[name, value]] : isFacts(value) ? [[name, withoutLeading(value)]] : []
    )
  )

const leadsFurther = (name: string, value: unknown): boolean =>
  (name.startsWith('next_') && value !== null) || (isFacts(value) && Object.entries(value).some(([inner, one]) => leadsFurther(inner, one)))

/** Returns the length of the longest prefix with at most `maxChars` in JSON, quotes included. Ends at a line, tag or word, if one ends in the last half. */
export function prefixLength(text: string, maxChars: number): number {
  const end = maxPrefix(text, maxChars)
  if (end === text.length) return end
  for (const sign of ['\n', '>', ' ']) {
    const after = text.lastIndexOf(sign, end - 1) + 1
    if (after > end / 2) return after
  }
  return BASE64.test(text.slice(0, end)) ? end - (end % 4) : end
}

/** Base64 is cut after groups of four, so that each part can be decoded by itself. */
const BASE64 = /^[\w+/-]{4,}$/

function maxPrefix(text: string, maxChars: number): number {
  let [fits, over] = [0, Math.min(text.length, maxChars) + 1]
  while (fits + 1 < over) {
    const middle = (fits + over) >> 1
    if (jsonLength(text.slice(0, middle)) <= maxChars) fits = middle
    else over = middle
  }
  const isWithin = (text.codePointAt(fits - 1) ?? 0) > 0xffff // between the two halves of a character
  return isWithin ? (fits > 1 ? fits - 1 : 2) : fits
}

/** Returns a digest of the text before a position within it, which detects changes. Empty for any other position. */
export function prefixDigest(value: unknown, position: Position): string {
  let at = value
  for (const step of position) {
    if (typeof at === 'string') return hash('sha256', at.slice(0, Number(step)), 'base64url').slice(0, 8)
    if (isFacts(at) && !Object.hasOwn(at, step)) return 'absent'
    at = Array.isArray(at) ? at[Number(step)] : isFacts(at) ? at[step] : undefined
  }
  return ''
}

export const jsonLength = (value: unknown): number => JSON.stringify(value)?.length ?? 0

const isFacts = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value)
