import { formatPatch, type StructuredPatchHunk, structuredPatch } from 'diff'
import { applySync, type Replacement } from './replacement.ts'

const CONTEXT = 3
/** Maximum characters of old text to compare, and of diff to return. */
const MAX_DIFF = 64 * 1024
/** A larger change is not compared line by line. */
const MAX_COMPARED = 1024 * 1024
const MAX_MS = 250

/** A range of lines around replacements that are close together. */
interface Region {
  from: number
  to: number
  at: number[]
}

/**
 * Returns a unified diff. Only the surroundings of the replacements are compared, so the cost depends on the changes, not on the size of
 * the file. `complete` is false if the diff was truncated.
 */
export function unifiedDiff(name: string, replacement: Replacement, max = MAX_DIFF): { diff: string; complete: boolean } {
  const hunks: StructuredPatchHunk[] = []
  let line = 0
  let passed = 0
  let shift = 0
  let budget = max
  const [first = 0] = replacement.positions
  const growth = countBreaks(replacement.newText) - countBreaks(replacement.before.slice(first, first + replacement.length))
  for (const region of regionsOf(replacement)) {
    const cost = region.to - region.from + region.at.length * replacement.newText.length
    const found = budget > 0 && cost < MAX_COMPARED ? hunksOf(replacement, region) : undefined
    if (!found) return { diff: format(name, hunks, max), complete: false }
    line += countBreaks(replacement.before.slice(passed, region.from))
    hunks.push(...found.map(hunk => ({ ...hunk, oldStart: hunk.oldStart + line, newStart: hunk.newStart + line + shift })))
    shift += region.at.length * growth
    line += countBreaks(replacement.before.slice(region.from, region.to))
    passed = region.to
    budget -= cost
  }
  const diff = format(name, hunks, max)
  return { diff, complete: diff.length <= max }
}

/** Returns a unified diff of two texts. Compares only what is between their first and their last difference. */
export function changeDiff(name: string, before: string, after: string): { diff: string; complete: boolean } {
  const shared = Math.min(before.length, after.length)
  let same = 0
  while (same < shared && before.charCodeAt(same) === after.charCodeAt(same)) same++
  let sameEnd = 0
  while (sameEnd < shared - same && before.charCodeAt(before.length - 1 - sameEnd) === after.charCodeAt(after.length - 1 - sameEnd))
    sameEnd++
  const from = linesBack(before, same, CONTEXT)
  const old = before.slice(from, linesOn(before, before.length - sameEnd, CONTEXT))
  const changed = after.slice(from, linesOn(after, after.length - sameEnd, CONTEXT))
  const isComparable = old.length + changed.length < MAX_COMPARED * 2
  const hunks = isComparable
    ? structuredPatch('', '', old, changed, undefined, undefined, { context: CONTEXT, timeout: MAX_MS })?.hunks
    : undefined
  if (!hunks) return { diff: format(name, [], MAX_DIFF), complete: false }
  const line = countBreaks(before.slice(0, from))
  const diff = format(
    name,
    hunks.map(hunk => ({ ...hunk, oldStart: hunk.oldStart + line, newStart: hunk.newStart + line })),
    MAX_DIFF
  )
  return { diff, complete: diff.length < MAX_DIFF }
}

function* regionsOf(replacement: Replacement): Generator<Region> {
  const { before, positions, length } = replacement
  let region: Region | undefined
  let line = -1
  for (const start of positions) {
    if (region && start + length <= line) {
      // On the line where the previous replacement ended, so the context is the same.
      region.at.push(start)
      continue
    }
    line = before.indexOf('\n', start + length)
    if (line === -1) line = before.length
    const from = linesBack(before, start, CONTEXT)
    const to = linesOn(before, start + length, CONTEXT)
    if (region && from <= region.to && region.to - region.from < MAX_DIFF) {
      region.to = to
      region.at.push(start)
      continue
    }
    if (region) yield region
    region = { from, to, at: [start] }
  }
  if (region) yield region
}

function hunksOf({ before, length, newText }: Replacement, { from, to, at }: Region): StructuredPatchHunk[] | undefined {
  const old = before.slice(from, to)
  const changed = applySync({ before: old, positions: at.map(start => start - from), length, newText })
  return structuredPatch('', '', old, changed, undefined, undefined, { context: CONTEXT, timeout: MAX_MS })?.hunks
}

function format(name: string, hunks: StructuredPatchHunk[], max: number): string {
  const patch = { oldFileName: `a/${name}`, newFileName: `b/${name}`, oldHeader: undefined, newHeader: undefined, hunks }
  const text = formatPatch(patch, { includeIndex: false, includeUnderline: false, includeFileHeaders: true })
  return text.length > max ? text.slice(0, text.lastIndexOf('\n', max) + 1) : text
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

function countBreaks(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}
