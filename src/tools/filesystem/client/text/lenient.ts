import { setImmediate } from 'node:timers/promises'
import { MAX_TEXT_BYTES } from '../files/content.ts'
import { toCrlf, tooLarge } from './replacement.ts'

/** A part of a text to replace, and the indentation of its first line that is not blank. */
interface Span {
  start: number
  end: number
  indent: string
}

/** Parts of a text that differ from the old text only in whitespace. */
export interface LenientMatches {
  spans: readonly Span[]
  /** Indentation of the old text. */
  indent: string
  isCrlf: boolean
}

/** Lines or matches to process before yielding to the event loop. */
const GROUP = 50_000

interface Line {
  start: number
  /** Without its line break. */
  end: number
  /** The line as it is compared: without outer whitespace, and with one space in place of every other run. */
  normal: string
}

/** Finds whole lines that differ from `old` only in whitespace. Takes linear time. */
export async function findLenient(text: string, old: string, signal: AbortSignal): Promise<LenientMatches> {
  const wanted = old.split('\n')
  const takesBreak = wanted.length > 1 && wanted.at(-1) === ''
  if (takesBreak) wanted.pop()
  const normal = wanted.map(normalized)
  const lines = await linesOf(text, signal)
  const isCrlf = lines.length > 1 && lines.slice(0, -1).every(({ end }) => text[end] === '\r')
  const first = wanted.findIndex(line => line.trim() !== '')
  const spans = matchesOf(lines, normal).map(at => {
    const start = lines[at]?.start ?? 0
    const end = takesBreak ? (lines[at + normal.length]?.start ?? text.length) : (lines[at + normal.length - 1]?.end ?? start)
    const line = lines[at + first]
    return { start, end, indent: line ? indentOf(text.slice(line.start, line.end)) : '' }
  })
  return { spans, indent: indentOf(wanted[first] ?? ''), isCrlf }
}

const normalized = (line: string): string => line.trim().replace(/\s+/g, ' ')

async function linesOf(text: string, signal: AbortSignal): Promise<Line[]> {
  const lines: Line[] = []
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start)
    const stop = found === -1 ? text.length : found
    const end = text[stop - 1] === '\r' && stop > start ? stop - 1 : stop
    if (stop > start || found !== -1) lines.push({ start, end, normal: normalized(text.slice(start, end)) })
    start = stop + 1
    if (lines.length % GROUP !== 0) continue
    signal.throwIfAborted()
    await setImmediate()
  }
  return lines
}

/** Returns the lines at which the wanted lines begin, without overlaps (Knuth-Morris-Pratt). */
function matchesOf(lines: readonly Line[], wanted: readonly string[]): number[] {
  const borders = new Int32Array(wanted.length)
  const step = (before: number, line: string): number => {
    let matched = before
    while (matched > 0 && wanted[matched] !== line) matched = borders[matched - 1] ?? 0
    return wanted[matched] === line ? matched + 1 : matched
  }
  for (let at = 1, matched = 0; at < wanted.length; at++) {
    matched = step(matched, wanted[at] ?? '')
    borders[at] = matched
  }
  const found: number[] = []
  let matched = 0
  for (const [at, { normal }] of lines.entries()) {
    matched = step(matched, normal)
    if (matched < wanted.length) continue
    found.push(at + 1 - wanted.length)
    matched = 0
  }
  return found
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? ''

/**
 * Replaces the parts. The new text is indented as the lines that it replaces are; its lines keep their indentation relative to each other.
 * Throws file_too_large as soon as the new texts exceed the limit.
 */
export async function replaceLenient(
  text: string,
  { spans, indent, isCrlf }: LenientMatches,
  { newText, requestedPath }: { newText: string; requestedPath: string },
  signal: AbortSignal
): Promise<string> {
  let size = Buffer.byteLength(text)
  for (const { start, end } of spans) size -= Buffer.byteLength(text.slice(start, end))
  const byIndent = new Map<string, { put: string; bytes: number }>()
  const pieces: string[] = []
  let passed = 0
  for (const [index, span] of spans.entries()) {
    let built = byIndent.get(span.indent)
    if (!built || index % GROUP === GROUP - 1) await setImmediate()
    signal.throwIfAborted()
    if (!built) {
      const reindented = reindent(newText, indent, span.indent)
      const put = isCrlf ? toCrlf(reindented) : reindented
      built = { put, bytes: Buffer.byteLength(put) }
      byIndent.set(span.indent, built)
    }
    size += built.bytes
    if (size > MAX_TEXT_BYTES) throw tooLarge(requestedPath, size, { isComplete: index === spans.length - 1 })
    pieces.push(text.slice(passed, span.start), built.put)
    passed = span.end
  }
  return pieces.join('') + text.slice(passed)
}

/** Replaces the indentation `from` of the old text with that of the lines in the file. */
function reindent(newText: string, from: string, to: string): string {
  if (from === to) return newText
  return newText
    .split('\n')
    .map(line => {
      const own = indentOf(line)
      if (line.trim() === '') return line
      if (own.startsWith(from)) return to + line.slice(from.length)
      return from.startsWith(own) ? to.slice(0, Math.max(0, to.length - from.length + own.length)) + line.slice(own.length) : line
    })
    .join('\n')
}
