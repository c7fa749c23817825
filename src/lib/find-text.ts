import { setImmediate } from 'node:timers/promises'

/** Characters to scan before yielding to the event loop: a few milliseconds. */
const SLICE = 512 * 1024

export interface FindOptions {
  /** Maximum number of positions. */
  limit?: number
  /** Include overlapping occurrences: `aa` occurs twice in `aaa`. */
  overlapping?: boolean
}

interface Scan {
  text: string
  wanted: string
  borders: Int32Array
  /** Length of the match that the next overlapping occurrence starts with. */
  restart: number
  limit: number
  at: number
  /** Number of characters of `wanted` matched at `at`. */
  matched: number
  found: number[]
}

/**
 * Returns the positions of a text in another one. `indexOf` needs the product of both lengths for adversarial input and blocks the event
 * loop; this search (Knuth-Morris-Pratt) reads each character at most twice and yields between slices.
 */
export async function findPositions(text: string, wanted: string, signal: AbortSignal, options: FindOptions = {}): Promise<number[]> {
  if (wanted === '' || wanted.length > text.length) return []
  const scan = startScan(text, wanted, options)
  const { limit } = scan
  for (let until = SLICE; ; until = scan.at + SLICE) {
    signal.throwIfAborted()
    advance(scan, Math.min(until, text.length))
    if (scan.at >= text.length || scan.found.length >= limit) return scan.found
    await setImmediate()
  }
}

function startScan(text: string, wanted: string, { limit = Number.POSITIVE_INFINITY, overlapping = false }: FindOptions): Scan {
  const borders = bordersOf(wanted)
  return { text, wanted, borders, restart: overlapping ? (borders.at(-1) ?? 0) : 0, limit, at: 0, matched: 0, found: [] }
}

/** The same without yielding: for worker threads, and texts of at most a few megabytes. Starts at `from`; returns at most `limit` positions. */
export function findPositionsSync(text: string, wanted: string, from = 0, limit = Number.POSITIVE_INFINITY): number[] {
  if (wanted === '' || wanted.length > text.length) return []
  const scan = startScan(text, wanted, { limit })
  scan.at = from
  advance(scan, text.length)
  return scan.found
}

/** For a text of at most this length, indexOf is fast in any text. */
const MAX_INDEXED = 64

/** Returns how often a text occurs in one of at most a few megabytes, which is searched at once. */
export function countOf(text: string, wanted: string): number {
  if (wanted.length > MAX_INDEXED) return findPositionsSync(text, wanted).length
  let count = 0
  for (let at = wanted === '' ? -1 : text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) count++
  return count
}

/** Replaces each occurrence in a text of at most a few megabytes. */
export function replacedAll(text: string, wanted: string, replacement: string): string {
  if (wanted === '') return text
  if (wanted.length <= MAX_INDEXED) return text.split(wanted).join(replacement) // in a third of the time and memory of replaceAll
  let done = 0
  const parts = findPositionsSync(text, wanted).map(at => {
    const before = text.slice(done, at)
    done = at + wanted.length
    return before + replacement
  })
  return parts.join('') + text.slice(done)
}

function advance(scan: Scan, until: number): void {
  const { text, wanted, borders, restart, limit, found } = scan
  const first = wanted.charAt(0)
  let { at, matched } = scan
  while (at < until && found.length < limit) {
    if (matched === 0 && text[at] !== first) {
      // Skips to the next possible start, which is the fast path for most texts.
      const next = text.indexOf(first, at)
      at = next === -1 ? text.length : next
      continue
    }
    matched = step(wanted, borders, matched, text.charCodeAt(at++))
    if (matched < wanted.length) continue
    found.push(at - matched)
    matched = restart
  }
  Object.assign(scan, { at, matched })
}

/** Returns the number of characters of `wanted` that match after one more character. */
function step(wanted: string, borders: Int32Array, before: number, code: number): number {
  let matched = before
  while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0
  return wanted.charCodeAt(matched) === code ? matched + 1 : matched
}

/** Returns, for each prefix, the length of the longest proper suffix that is also a prefix. */
function bordersOf(wanted: string): Int32Array {
  const borders = new Int32Array(wanted.length)
  for (let at = 1, matched = 0; at < wanted.length; at++) {
    matched = step(wanted, borders, matched, wanted.charCodeAt(at))
    borders[at] = matched
  }
  return borders
}

/** Letters with another case, except those that lowercasing alone covers. */
const CASED = /(?![A-Za-z])\p{Changes_When_Casemapped}/gu

/**
 * Folds case without changing the position or length of any character (Unicode simple folding), for searches that ignore case. It takes some
 * time, so it runs in worker threads.
 */
export const foldCase = (text: string): string => text.replace(CASED, foldOne).replace(/[A-Z]+/g, letters => letters.toLowerCase())

/** Goes through the upper case, because several small letters can share it: ſ folds to s, and ς to σ. */
function foldOne(letter: string): string {
  const upper = sameLength(letter, letter.toUpperCase())
  return sameLength(upper, upper.toLowerCase())
}

const sameLength = (letter: string, other: string): string => (other.length === letter.length ? other : letter)
