import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff'

interface Difference {
  /** A unified diff. */
  patch: string
  added: number
  removed: number
  /** Whether there were too many lines to match one by one. */
  isCoarse: boolean
}

type Names = readonly [before: string, after: string]

const CONTEXT = 2
/**
 * The work grows with the square of the number of different lines; this many take 0.1 to 2 s. Not limited by time, so that equal versions
 * yield equal diffs.
 */
const MAX_EDITS = 600

/** Tags that end a line, so that a changed paragraph is one line of the diff. */
const BLOCK_ENDS = /<\/(?:p|h[1-6]|li|tr|table|ul|ol|pre|blockquote|ac:[\w-]+)>|<(?:br|hr) ?\/>/g

const inLines = (storage: string): string => storage.replace(BLOCK_ENDS, end => `${end}\n`)

/** Compares two versions in storage format line by line, or as one change if too many lines differ. `names`: labels of both versions. */
export function differenceOf(before: string, after: string, names: Names): Difference {
  const [old, now] = [inLines(before), inLines(after)]
  const bounds = { context: CONTEXT, maxEditLength: MAX_EDITS }
  const fine = structuredPatch(...names, old, now, '', '', bounds)
  const patch = fine ?? coarsePatch(linesOf(old), linesOf(now), names)
  const lines = patch.hunks.flatMap(hunk => hunk.lines)
  const count = (sign: string): number => lines.filter(line => line.startsWith(sign)).length
  return { patch: formatPatch(patch, FILE_HEADERS_ONLY), added: count('+'), removed: count('-'), isCoarse: fine === undefined }
}

/** Returns one change from the first to the last different line. */
function coarsePatch(old: string[], now: string[], [oldFileName, newFileName]: Names): StructuredPatch {
  const shorter = Math.min(old.length, now.length)
  let first = 0
  while (first < shorter && old[first] === now[first]) first++
  let last = 0
  while (last < shorter - first && old.at(-1 - last) === now.at(-1 - last)) last++
  const from = Math.max(0, first - CONTEXT)
  const until = Math.max(0, last - CONTEXT)
  const signed = (sign: string, lines: string[]): string[] => lines.map(line => sign + line)
  const lines = [
    ...signed(' ', old.slice(from, first)),
    ...signed('-', old.slice(first, old.length - last)),
    ...signed('+', now.slice(first, now.length - last)),
    ...signed(' ', old.slice(old.length - last, old.length - until))
  ]
  const hunk = { oldStart: from + 1, oldLines: old.length - until - from, newStart: from + 1, newLines: now.length - until - from, lines }
  return { oldFileName, newFileName, oldHeader: '', newHeader: '', hunks: [hunk] }
}

/** Without the empty line after the last line break. */
const linesOf = (text: string): string[] => (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
