import { isUtf8 } from 'node:buffer'
import { readSync } from 'node:fs'
import { completeLength, hasByteOrderMark } from '../files/content.ts'
import { truncateLine } from '../files/line-reader.ts'
import { lineEndAt, type Matcher, type TextQuery } from './matcher.ts'

export interface LineMatch {
  line: number
  text: string
  /** Lines before and after it that no other match returns. Absent without context. */
  before?: string[]
  after?: string[]
}

export interface FileMatches {
  lines: LineMatch[]
  /** Number of occurrences, or of lines that match an expression. */
  count: number
  /** Absent for UTF-8. `unknown`: some bytes are not UTF-8. */
  encoding?: 'utf-16le' | 'utf-16be' | 'unknown'
  /** The number of the last line that was searched, if the search was stopped before the end of the file. */
  stoppedAt?: number
}

const HEAD_BYTES = 8192
/** Bytes to read at a time. A smaller file is searched in one piece. */
const PIECE = 1024 * 1024
/** A longer line is searched in pieces. */
const MAX_LINE_BYTES = 16 * PIECE
const MAX_SHOWN = 300
const LF = 10

/** State of a file that is searched piece by piece. */
interface Scan {
  matcher: Matcher
  query: TextQuery
  lines: LineMatch[]
  count: number
  /** Number of line breaks before the new part of the current piece. */
  passed: number
  /** The last line that was returned, as a match or as context. */
  lastShown: number
  lastMatch: number
  /** Characters of the new part that belong to the last match of the piece before it. */
  overlap: number
  invalid: boolean
}

/** Holds the first piece of each file: most files have no other. */
const scratch = Buffer.alloc(PIECE)

/**
 * Searches an open file of any size. Memory use does not depend on the size. Returns undefined if there is no match, and `binary` if the
 * file is not text. `isStopped`: checked between pieces.
 */
export function scanFile(
  descriptor: number,
  query: TextQuery,
  matcher: Matcher,
  isStopped: () => boolean
): FileMatches | 'binary' | undefined {
  const raw = readPiece(descriptor, scratch)
  const encoding = encodingOf(raw)
  if (encoding === undefined) return 'binary'
  const scan: Scan = { matcher, query, lines: [], count: 0, passed: 0, lastShown: 0, lastMatch: 0, overlap: 0, invalid: false }
  const decode = encoding === 'utf-8' ? (bytes: Buffer) => bytes : toUtf8(encoding)
  const first = decode(hasByteOrderMark(raw) ? raw.subarray(3) : raw)
  const isComplete =
    raw.length < PIECE ? searchPiece(scan, first) : scanPieces(scan, Buffer.from(first), () => nextPiece(descriptor, decode), isStopped)
  if (scan.count === 0 && isComplete) return undefined
  return {
    lines: scan.lines,
    count: scan.count,
    ...(encoding !== 'utf-8' ? { encoding } : scan.invalid && { encoding: 'unknown' as const }),
    ...(!isComplete && { stoppedAt: scan.passed })
  }
}

/** Returns the next bytes; none at the end of the file. */
const readPiece = (descriptor: number, into: Buffer): Buffer => into.subarray(0, readSync(descriptor, into, 0, PIECE, null))

function nextPiece(descriptor: number, decode: (bytes: Buffer) => Buffer): Buffer | undefined {
  const bytes = readPiece(descriptor, Buffer.allocUnsafe(PIECE))
  return bytes.length === 0 ? undefined : decode(bytes)
}

/** UTF-16 is recognized by its byte order mark. Returns undefined for binary data. */
function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes.subarray(0, HEAD_BYTES).includes(0) ? undefined : 'utf-8'
}

function toUtf8(encoding: 'utf-16le' | 'utf-16be') {
  const decoder = new TextDecoder(encoding)
  return (bytes: Buffer): Buffer => Buffer.from(decoder.decode(bytes, { stream: true }))
}

const NONE: Buffer = Buffer.alloc(0)

/** Searches a file of several pieces. Returns whether it reached the end. */
function scanPieces(scan: Scan, first: Buffer, readNext: () => Buffer | undefined, isStopped: () => boolean): boolean {
  const { contextLines } = scan.query
  let prefix: Buffer = NONE // lines before the new part, for context
  let fresh = first
  for (let next = readNext(); next; next = readNext()) {
    const until = searchableLength(fresh, scan)
    const head = fresh.subarray(0, until)
    const tail = fresh.subarray(until)
    if (until > 0) {
      searchPiece(scan, head, prefix, tail)
      prefix = contextLines === 0 ? NONE : lastLines(Buffer.concat([prefix, head]), contextLines)
    }
    if (until > 0 && isStopped()) return false
    fresh = Buffer.concat([tail, next])
  }
  return searchPiece(scan, fresh, prefix)
}

/** Returns how many bytes can be searched before the rest of the file is known: whole lines, and those after them that a match may include. */
function searchableLength(bytes: Buffer, { matcher, query }: Scan): number {
  let end = bytes.length
  for (let lines = Math.max(matcher.lineBreaks, query.contextLines); lines >= 0; lines--) {
    end = bytes.lastIndexOf(LF, end - 1)
    if (end <= 0)
      return bytes.length < MAX_LINE_BYTES ? 0 : completeLength(bytes, bytes.length - Math.min(matcher.length * 4, MAX_LINE_BYTES / 2))
  }
  return end + 1
}

/** Returns the last lines. */
function lastLines(bytes: Buffer, count: number): Buffer {
  let start = bytes.length
  for (let lines = 0; lines <= count && start > 0; lines++) start = bytes.lastIndexOf(LF, start - 1)
  return Buffer.from(bytes.subarray(Math.max(0, start + 1)))
}

/** Searches new bytes. `prefix`: lines before them. `tail`: bytes after them that are searched again with the next piece. */
function searchPiece(scan: Scan, head: Buffer, prefix: Buffer = NONE, tail: Buffer = NONE): true {
  const isLast = tail.length === 0
  if (scan.overlap > 0 || !scan.matcher.excludes(isLast ? head : Buffer.concat([head, tail]))) {
    const before = prefix.toString()
    const text = before + head.toString()
    const until = text.length
    const whole = isLast ? text : text + tail.toString()
    const hits = scan.matcher.find(whole, Math.min(before.length + scan.overlap, until), isLast ? Number.POSITIVE_INFINITY : until)
    scan.overlap = Math.max(0, (hits.at(-1) ?? 0) + scan.matcher.length - until)
    scan.count += hits.length
    scan.invalid ||= hits.length > 0 && !isUtf8(head.subarray(0, completeLength(head, head.length)))
    addLines(scan, whole, before.length, hits)
  }
  if (!isLast) scan.passed += countBreaks(head)
  return true
}

/** Adds the lines of the matches until there are enough. */
function addLines(scan: Scan, text: string, from: number, hits: number[]): void {
  const { maxMatches, contextLines } = scan.query
  let line = scan.passed + 1
  let start = from
  let end = lineEndAt(text, start)
  for (const [at, hit] of hits.entries()) {
    while (end < hit) {
      line++
      start = end + 1
      end = lineEndAt(text, start)
    }
    if (line === scan.lastMatch) continue
    if (scan.lines.length === maxMatches) return
    scan.lastMatch = line
    const match: LineMatch = { line, text: shown(text, start, end) }
    if (contextLines > 0) {
      const room = Math.min(contextLines, line - scan.lastShown - 1)
      const nextHit = hits.slice(at + 1).find(other => other > end)
      match.before = linesBefore(text, start, room)
      match.after = linesAfter(text, end, contextLines, nextHit)
    }
    scan.lastShown = line + (match.after?.length ?? 0)
    scan.lines.push(match)
  }
}

const shown = (text: string, start: number, end: number): string =>
  truncateLine(text.slice(start, end > start && text[end - 1] === '\r' ? end - 1 : end), MAX_SHOWN)

function linesBefore(text: string, start: number, count: number): string[] {
  const lines: string[] = []
  for (let end = start - 1; lines.length < count && end >= 0; ) {
    const from = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1
    lines.unshift(shown(text, from, end))
    end = from - 1
  }
  return lines
}

/** Stops before the line of the next match. */
function linesAfter(text: string, end: number, count: number, nextHit = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = []
  for (let start = end + 1; lines.length < count && start < text.length; ) {
    const stop = lineEndAt(text, start)
    if (nextHit <= stop) break
    lines.push(shown(text, start, stop))
    start = stop + 1
  }
  return lines
}

function countBreaks(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) count++
  return count
}
