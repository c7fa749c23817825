import type { Json } from '../../../contract/bulk.ts'
import { withReturns } from './line-ends.ts'
import { positionsOf } from './positions.ts'
import { appliedInTurns, type Replacement } from './replacement.ts'

/** What takes a replacement back, beside the two texts: where it was made, and whether line breaks got a return in front. */
export type Trace = {
  /** Characters between one place and the next, the first counted from the beginning; null: wherever the new text stands. */
  gaps: number[] | null
  returns: boolean
}

interface Texts {
  search: string
  replacement: string
}

/** Bytes of JSON that the gaps may take; a job keeps 2 KB of each item. */
const MOST_BYTES = 1_900
/** So many are surely more than a job keeps: it then says that the file cannot be taken back. */
const MOST_GAPS = 1_500

export async function traceOf(made: Replacement, after: string, { search, replacement }: Texts, signal: AbortSignal): Promise<Trace> {
  const { before, at, length, fresh } = made
  const [first = 0] = at
  const returns = before.slice(first, first + length) !== search || fresh !== replacement
  const gaps = at.slice(0, MOST_GAPS).map((start, n) => start - (at[n - 1] ?? -length) - length)
  const isEverywhere = JSON.stringify(gaps).length > MOST_BYTES && (await standsNowhereElse(made, after, signal))
  return { gaps: isEverywhere ? null : gaps, returns }
}

/** Whether the new text stands at the places where it was put, and at no other. */
async function standsNowhereElse({ at, length, fresh }: Replacement, after: string, signal: AbortSignal): Promise<boolean> {
  const found = await positionsOf(after, fresh, signal)
  return found.length === at.length && found.every((start, n) => start === (at[n] ?? 0) + n * (fresh.length - length))
}

/** The text as it was before. */
export async function takenBack(after: string, trace: Trace, texts: Texts, signal: AbortSignal): Promise<string> {
  const [old, fresh] = trace.returns ? [withReturns(texts.search), withReturns(texts.replacement)] : [texts.search, texts.replacement]
  const at = trace.gaps ? placesOf(trace.gaps, fresh.length) : await positionsOf(after, fresh, signal)
  return await appliedInTurns({ before: after, at, length: fresh.length, fresh: old }, signal)
}

function placesOf(gaps: number[], length: number): number[] {
  let passed = -length
  return gaps.map(gap => {
    passed += length + gap
    return passed
  })
}

/** Reads it back; undefined where it is none. */
export function readTrace(kept: Json | undefined): Trace | undefined {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return undefined
  const { gaps, returns } = kept
  if (typeof returns !== 'boolean') return undefined
  if (gaps === null) return { gaps, returns }
  return Array.isArray(gaps) && gaps.every(gap => typeof gap === 'number') ? { gaps, returns } : undefined
}
