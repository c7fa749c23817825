import { formatPatch, type StructuredPatchHunk, structuredPatch } from 'diff'
import { applied, type Replacement } from './replacement.ts'

const CONTEXT = 3
/** Characters of old text looked at, and of diff answered. */
const MOST = 64 * 1024
/** One change larger than this is not shown line by line. */
const MOST_COMPARED = 1024 * 1024
const MOST_MS = 250

/** A run of lines around replacements that are near each other. */
interface Region {
  from: number
  to: number
  at: number[]
}

/**
 * A unified diff. Where the changes are is known, so only their surroundings are compared: the cost follows the changes, not the
 * file. `complete: false` where it was cut off.
 */
export function unifiedDiff(name: string, replacement: Replacement, most = MOST): { diff: string; complete: boolean } {
  const hunks: StructuredPatchHunk[] = []
  let line = 0
  let passed = 0
  let shift = 0
  let budget = most
  const [first = 0] = replacement.at
  const growth = breaksIn(replacement.fresh) - breaksIn(replacement.before.slice(first, first + replacement.length))
  for (const region of regionsOf(replacement)) {
    const cost = region.to - region.from + region.at.length * replacement.fresh.length
    const found = budget > 0 && cost < MOST_COMPARED ? hunksOf(replacement, region) : undefined
    if (!found) return { diff: print(name, hunks, most), complete: false }
    line += breaksIn(replacement.before.slice(passed, region.from))
    hunks.push(...found.map(hunk => ({ ...hunk, oldStart: hunk.oldStart + line, newStart: hunk.newStart + line + shift })))
    shift += region.at.length * growth
    line += breaksIn(replacement.before.slice(region.from, region.to))
    passed = region.to
    budget -= cost
  }
  const diff = print(name, hunks, most)
  return { diff, complete: diff.length <= most }
}

function* regionsOf(replacement: Replacement): Generator<Region> {
  const { before, at, length } = replacement
  let region: Region | undefined
  let line = -1
  for (const start of at) {
    if (region && start + length <= line) {
      // In the line where the one before ended: what is around it is the same.
      region.at.push(start)
      continue
    }
    line = before.indexOf('\n', start + length)
    if (line === -1) line = before.length
    const from = linesBack(before, start, CONTEXT)
    const to = linesOn(before, start + length, CONTEXT)
    if (region && from <= region.to && region.to - region.from < MOST) {
      region.to = to
      region.at.push(start)
      continue
    }
    if (region) yield region
    region = { from, to, at: [start] }
  }
  if (region) yield region
}

function hunksOf({ before, length, fresh }: Replacement, { from, to, at }: Region): StructuredPatchHunk[] | undefined {
  const old = before.slice(from, to)
  const changed = applied({ before: old, at: at.map(start => start - from), length, fresh })
  return structuredPatch('', '', old, changed, undefined, undefined, { context: CONTEXT, timeout: MOST_MS })?.hunks
}

function print(name: string, hunks: StructuredPatchHunk[], most: number): string {
  const patch = { oldFileName: `a/${name}`, newFileName: `b/${name}`, oldHeader: undefined, newHeader: undefined, hunks }
  const text = formatPatch(patch, { includeIndex: false, includeUnderline: false, includeFileHeaders: true })
  return text.length > most ? text.slice(0, text.lastIndexOf('\n', most) + 1) : text
}

function linesBack(text: string, from: number, lines: number): number {
  let at = text.lastIndexOf('\n', from - 1) + 1
  if (from === 0) at = 0
  for (let count = 0; count < lines && at > 0; count++) at = at === 1 ? 0 : text.lastIndexOf('\n', at - 2) + 1
  return at
}

function linesOn(text: string, from: number, lines: number): number {
  let at = from
  for (let count = 0; count <= lines && at < text.length; count++) at = text.indexOf('\n', at) + 1 || text.length
  return at
}

function breaksIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}
