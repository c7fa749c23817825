import { cutLine } from './lines.ts'

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

/** A test for a text, read literally. */
export const literal = (text: string, caseSensitive: boolean): RegExp =>
  new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), caseSensitive ? 'gu' : 'giu')

/** Finds a text, and the lines it begins in. */
export function matchesIn(text: string, wanted: RegExp, most: number): Matches {
  const lines: LineMatch[] = []
  let count = 0
  let line = 1
  let passed = 0
  for (const { index } of text.matchAll(wanted)) {
    count++
    if (lines.length === most) continue
    line += breaksBetween(text, passed, index)
    passed = index
    if (lines.at(-1)?.line !== line) lines.push({ line, text: lineAt(text, index) })
  }
  return { lines, count }
}

function breaksBetween(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++
  return count
}

function lineAt(text: string, index: number): string {
  const start = index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1
  const end = text.indexOf('\n', index)
  const line = text.slice(start, end === -1 ? text.length : end)
  return cutLine(line.endsWith('\r') ? line.slice(0, -1) : line, LONGEST_SHOWN)
}
