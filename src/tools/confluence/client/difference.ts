import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff'

interface Difference {
  /** Unified. */
  patch: string
  added: number
  removed: number
  /** The lines were too many to be matched one by one. */
  isCoarse: boolean
}

type Names = readonly [before: string, after: string]

const CONTEXT = 2
/** The work grows with the square of the lines that differ: so many take a tenth of a second or two. No clock: the same versions differ alike. */
const MOST_EDITS = 600

/** Tags after which a line ends, so that a change of one paragraph is one line of the diff. */
const BLOCK_ENDS = /<\/(?:p|h[1-6]|li|tr|table|ul|ol|pre|blockquote|ac:[\w-]+)>|<(?:br|hr) ?\/>/g

const inLines = (storage: string): string => storage.replace(BLOCK_ENDS, end => `${end}\n`)

/** What differs between two versions in storage, line by line where not too many lines do, and else as one change. `names`: of both. */
export function differenceOf(before: string, after: string, names: Names): Difference {
  const [old, now] = [inLines(before), inLines(after)]
  const bounds = { context: CONTEXT, maxEditLength: MOST_EDITS }
  const fine = structuredPatch(...names, old, now, '', '', bounds)
  const patch = fine ?? coarsePatch(linesOf(old), linesOf(now), names)
  const lines = patch.hunks.flatMap(hunk => hunk.lines)
  const count = (sign: string): number => lines.filter(line => line.startsWith(sign)).length
  return { patch: formatPatch(patch, FILE_HEADERS_ONLY), added: count('+'), removed: count('-'), isCoarse: fine === undefined }
}

/** One change: from the first line that differs to the last one. */
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

/** Without the empty one after the last end of a line. */
const linesOf = (text: string): string[] => (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
