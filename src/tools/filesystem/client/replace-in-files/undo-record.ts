import type { Json } from '../../../../contract/bulk.ts'
import { findPositions } from '../../../../lib/find-text.ts'
import { applyReplacement, type Replacement, toCrlf } from '../text/replacement.ts'

/** Data for undo besides the two texts: the positions of the replacements, and whether line breaks became CRLF. */
export type UndoRecord = {
  /** Characters between two replacements, the first counted from the start of the file. null: every occurrence of the new text. */
  gaps: number[] | null
  returns: boolean
}

interface Texts {
  search: string
  replacement: string
}

/** Maximum size of the gaps in bytes of JSON. A job stores 2 KB per item. */
const MAX_BYTES = 1_900
/** More gaps than a job can store. The job then reports that the file cannot be restored. */
const MAX_GAPS = 1_500

export async function createUndoRecord(
  made: Replacement,
  after: string,
  { search, replacement }: Texts,
  signal: AbortSignal
): Promise<UndoRecord> {
  const { before, positions, length, newText } = made
  const [first = 0] = positions
  const returns = before.slice(first, first + length) !== search || newText !== replacement
  const gaps = positions.slice(0, MAX_GAPS).map((start, n) => start - (positions[n - 1] ?? -length) - length)
  const isEverywhere = JSON.stringify(gaps).length > MAX_BYTES && (await occursNowhereElse(made, after, signal))
  return { gaps: isEverywhere ? null : gaps, returns }
}

/** Whether the new text occurs only where it replaced the old text. */
async function occursNowhereElse({ positions, length, newText }: Replacement, after: string, signal: AbortSignal): Promise<boolean> {
  const found = await findPositions(after, newText, signal)
  return found.length === positions.length && found.every((start, n) => start === (positions[n] ?? 0) + n * (newText.length - length))
}

/** Returns the text before the replacement. */
export async function revert(after: string, record: UndoRecord, texts: Texts, signal: AbortSignal): Promise<string> {
  const [old, newText] = record.returns ? [toCrlf(texts.search), toCrlf(texts.replacement)] : [texts.search, texts.replacement]
  const positions = record.gaps ? positionsFromGaps(record.gaps, newText.length) : await findPositions(after, newText, signal)
  return await applyReplacement({ before: after, positions, length: newText.length, newText: old }, signal)
}

function positionsFromGaps(gaps: number[], length: number): number[] {
  let passed = -length
  return gaps.map(gap => {
    passed += length + gap
    return passed
  })
}

/** Returns undefined if the value is not an undo record. */
export function parseUndoRecord(kept: Json | undefined): UndoRecord | undefined {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return undefined
  const { gaps, returns } = kept
  if (typeof returns !== 'boolean') return undefined
  if (gaps === null) return { gaps, returns }
  return Array.isArray(gaps) && gaps.every(gap => typeof gap === 'number') ? { gaps, returns } : undefined
}
