import { folded } from './fold.ts'
import { cutLine } from './lines.ts'
import { positionsOf } from './positions.ts'

const LONGEST_SHOWN = 300

export interface LineMatch {
  line: number
  text: string
}

export interface Matches {
  /** Lines that hold the text, the first ones. */
  lines: LineMatch[]
  /** How often it occurs in all. */
  count: number
}

/** What is looked for. */
export interface Wanted {
  text: string
  caseSensitive: boolean
}

/** Finds a text, read literally, and the lines it begins in. */
export async function matchesIn(text: string, wanted: Wanted, most: number, signal: AbortSignal): Promise<Matches> {
  const at = wanted.caseSensitive
    ? await positionsOf(text, wanted.text, signal)
    : await positionsOf(await folded(text, signal), await folded(wanted.text, signal), signal)
  return { lines: linesAt(text, at, most), count: at.length }
}

function linesAt(text: string, at: number[], most: number): LineMatch[] {
  const lines: LineMatch[] = []
  let line = 0
  let end = -1
  for (const index of at) {
    if (index <= end) continue
    if (lines.length === most) break
    for (; end < index; line++) end = lineEnd(text, end + 1)
    lines.push({ line, text: lineAt(text, index, end) })
  }
  return lines
}

/** Where the line break is; the last line may lack it. */
function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

function lineAt(text: string, index: number, end: number): string {
  const start = index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1
  const line = text.slice(start, end)
  return cutLine(line.endsWith('\r') ? line.slice(0, -1) : line, LONGEST_SHOWN)
}
