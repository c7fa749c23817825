import { setImmediate } from 'node:timers/promises'

/** Characters looked at before others have their turn: some milliseconds. */
const SLICE = 512 * 1024

export interface Bounds {
  /** Positions to answer at the most. */
  most?: number
  /** Also those that begin within another: `aa` is twice in `aaa`. */
  overlapping?: boolean
}

interface Scan {
  text: string
  wanted: string
  borders: Int32Array
  /** Of a found text that may go on in the next one. */
  kept: number
  most: number
  at: number
  /** How much of the wanted text ends at `at`. */
  matched: number
  found: number[]
}

/**
 * Where a text occurs in another, none within another. `indexOf` takes the product of both lengths where they are made for it,
 * and holds up everybody meanwhile; this (Knuth, Morris, Pratt) looks at each character at most twice, and stops between slices.
 */
export async function positionsOf(text: string, wanted: string, signal: AbortSignal, bounds: Bounds = {}): Promise<number[]> {
  const { most = Number.POSITIVE_INFINITY, overlapping = false } = bounds
  if (wanted === '' || wanted.length > text.length) return []
  const borders = bordersOf(wanted)
  const kept = overlapping ? (borders.at(-1) ?? 0) : 0
  const scan: Scan = { text, wanted, borders, kept, most, at: 0, matched: 0, found: [] }
  for (let until = SLICE; ; until = scan.at + SLICE) {
    signal.throwIfAborted()
    advance(scan, Math.min(until, text.length))
    if (scan.at >= text.length || scan.found.length >= most) return scan.found
    await setImmediate()
  }
}

function advance(scan: Scan, until: number): void {
  const { text, wanted, borders, kept, most, found } = scan
  const first = wanted.charAt(0)
  let { at, matched } = scan
  while (at < until && found.length < most) {
    if (matched === 0 && text[at] !== first) {
      // To where it can begin at all: the quick way through most texts.
      const next = text.indexOf(first, at)
      at = next === -1 ? text.length : next
      continue
    }
    matched = step(wanted, borders, matched, text.charCodeAt(at++))
    if (matched < wanted.length) continue
    found.push(at - matched)
    matched = kept
  }
  Object.assign(scan, { at, matched })
}

/** How much of the wanted text ends behind one more character. */
function step(wanted: string, borders: Int32Array, before: number, code: number): number {
  let matched = before
  while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0
  return wanted.charCodeAt(matched) === code ? matched + 1 : matched
}

/** Of each beginning of the text: how much of its own beginning it ends in. */
function bordersOf(wanted: string): Int32Array {
  const borders = new Int32Array(wanted.length)
  for (let at = 1, matched = 0; at < wanted.length; at++) {
    matched = step(wanted, borders, matched, wanted.charCodeAt(at))
    borders[at] = matched
  }
  return borders
}
