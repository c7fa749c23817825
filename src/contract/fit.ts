import type { Truncation } from './handed.ts'

/** Of an answer that is too large. */
export interface Fitted {
  data: unknown
  /** Absent where it was not. */
  truncated?: Truncation
  /** Of a list: how many of its items are left. */
  items?: number
}

type Facts = Record<string, unknown>

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

/** A list in at most so many characters of JSON: whole items are left out at its end. */
export function fitItems<Page extends { items: unknown[] }>(page: Page, most: number): { data: Page; items: number } {
  const { items } = page
  let room = most - lengthOf({ ...page, items: [] })
  const fits = items.findIndex(item => {
    room -= lengthOf(item) + 1
    return room < -1 // the last one has no comma
  })
  const kept = fits < 0 ? items.length : fits
  return { data: kept === items.length ? page : { ...page, items: items.slice(0, kept) }, items: kept }
}

/** Any other answer: of its largest lists the last items are left out, then the end of its longest texts, until it fits. */
export function fitAny(data: unknown, most: number): Fitted {
  const cuts: string[] = []
  let now = data
  for (let over = lengthOf(now) - most; over > 0; over = lengthOf(now) - most) {
    const next = cut(now, over, '', cuts)
    if (next === now) break // nothing left that can be left out
    now = next
  }
  if (cuts.length === 0) return { data }
  return {
    data: now,
    truncated: {
      reason: 'size',
      omitted: null,
      hint: `Left out at the end of ${[...new Set(cuts)].join(', ')}: ask for less, or for a part.`
    }
  }
}

/** The value without so many characters of what is largest in it. */
function cut(value: unknown, over: number, at: string, cuts: string[]): unknown {
  if (typeof value === 'string') return told(at, cuts, value, shortened(value, over))
  if (Array.isArray(value)) {
    if (value.length === 1) return [cut(value[0], over, `${at}[0]`, cuts)]
    return told(at, cuts, value, fitItems({ items: value }, lengthOf({ items: value }) - over).data.items)
  }
  if (!isFacts(value)) return value
  const [largest] = Object.entries(value).sort(([, a], [, b]) => lengthOf(b) - lengthOf(a))
  if (!largest) return value
  const [name, part] = largest
  const less = cut(part, over, at === '' ? name : `${at}.${name}`, cuts)
  return less === part ? value : { ...value, [name]: less }
}

function told<T>(at: string, cuts: string[], before: T, after: T): T {
  if (lengthOf(after) >= lengthOf(before)) return before
  cuts.push(at)
  return after
}

/** Ends where a line ends, where there is one in the last part; never within a character. */
function shortened(text: string, over: number): string {
  const end = Math.max(0, text.length - over)
  const line = text.lastIndexOf('\n', end - 1) + 1
  return text.slice(0, line > end / 2 ? line : end).replace(/[\uD800-\uDBFF]$/, '')
}

const isFacts = (value: unknown): value is Facts => typeof value === 'object' && value !== null
