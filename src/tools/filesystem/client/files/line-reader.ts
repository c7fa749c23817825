import { isUtf8 } from 'node:buffer'
import { completeLength, hasByteOrderMark, type LineEnding, lineEndingOf } from './content.ts'

const MAX_LINE = 2000
/** UTF-8 bytes that are sure to contain the longest line returned. */
const bytesOf = (maxLine: number): number => maxLine * 4 + 4
const CR = 13
const LF = 10

export interface LineWindow {
  /** Lines to skip. */
  offset: number
  /** Maximum number of lines. */
  limit: number
  /** Maximum number of characters. */
  maxCharacters: number
  /** Bytes of the first line to skip. Default 0. */
  lineOffset?: number
  /** Maximum number of characters of each line. Default 2000. */
  maxLine?: number
  /** Number of the first line that is read. Default 1. */
  firstNumber?: number
}

/** A line that is returned only in part. */
export interface LongLine {
  /** Number of lines before it. */
  offset: number
  /** Byte of the line at which the rest begins. */
  next_line_offset: number
}

/** State of a file that is read in chunks. Lines inside the window are kept with their numbers; all others are only counted. */
export interface LineReader {
  window: Required<LineWindow>
  lines: string[]
  longLines: LongLine[]
  /** Number of complete lines so far. */
  index: number
  size: number
  full: boolean
  /** Part of the current line to return, its length in bytes without a limit, the length of the line in bytes so far, and its last byte. */
  parts: Buffer[]
  keptBytes: number
  lineBytes: number
  last: number
  breaks: number
  returns: number
  /** Whether a line inside the window is not UTF-8. */
  invalid: boolean
}

export const createLineReader = (window: LineWindow): LineReader => ({
  window: { lineOffset: 0, maxLine: MAX_LINE, firstNumber: 1, ...window },
  lines: [],
  longLines: [],
  index: 0,
  size: 0,
  full: false,
  parts: [],
  keptBytes: 0,
  lineBytes: 0,
  last: 0,
  breaks: 0,
  returns: 0,
  invalid: false
})

export function addChunk(reader: LineReader, chunk: Buffer): void {
  let at = 0
  while (at < chunk.length) at = reader.full || reader.index < reader.window.offset ? skip(reader, chunk, at) : addToLine(reader, chunk, at)
}

/** The last line may lack a line break. Nothing after the last line break is not a line. */
export function endOfFile(reader: LineReader): void {
  if (reader.lineBytes === 0) return
  if (!reader.full && reader.index >= reader.window.offset) endLine(reader, false)
  nextLine(reader)
}

/** Whether lines follow the window. */
export const hasMore = ({ full, index, lineBytes, lines, window }: LineReader): boolean =>
  full && (index > window.offset + lines.length || lineBytes > 0)

export const lineEndingIn = ({ breaks, returns }: LineReader): LineEnding | null => lineEndingOf(breaks, returns)

/** Only counts lines, up to the start of the window. A plain loop is several times faster here than a search for each line. */
function skip(reader: LineReader, chunk: Buffer, from: number): number {
  const until = reader.full ? Number.POSITIVE_INFINITY : reader.window.offset
  let { index } = reader
  let start = from
  let at = from
  for (; at < chunk.length && index < until; at++) {
    if (chunk[at] !== LF) continue
    index++
    start = at + 1
  }
  reader.lineBytes = index === reader.index ? reader.lineBytes + at - start : at - start
  reader.index = index
  return at
}

/** Adds bytes up to the end of the line or of the chunk. Returns the position after them. */
function addToLine(reader: LineReader, chunk: Buffer, from: number): number {
  const found = chunk.indexOf(LF, from)
  const stop = found === -1 ? chunk.length : found
  if (stop > from) keepBytes(reader, chunk.subarray(from, stop))
  if (found === -1) return stop
  endLine(reader, true)
  nextLine(reader)
  return found + 1
}

/** Bytes of the current line that are not returned. */
const skippedBytes = ({ index, window }: LineReader): number => (index === window.offset ? window.lineOffset : 0)

function keepBytes(reader: LineReader, bytes: Buffer): void {
  const limit = bytesOf(reader.window.maxLine)
  const kept = bytes.subarray(Math.max(0, skippedBytes(reader) - reader.lineBytes))
  // Copied because the buffer of the chunk is reused.
  if (reader.keptBytes < limit) reader.parts.push(Buffer.from(kept.subarray(0, limit - reader.keptBytes)))
  reader.keptBytes += kept.length
  reader.lineBytes += bytes.length
  reader.last = bytes.at(-1) ?? 0
}

function endLine(reader: LineReader, hasBreak: boolean): void {
  const carriageReturn = hasBreak && reader.last === CR
  const { maxLine } = reader.window
  const kept = Buffer.concat(reader.parts)
  const skipped = Math.min(skippedBytes(reader), reader.lineBytes)
  const start = skipped > 0 ? partialLength(kept) : reader.index === 0 && hasByteOrderMark(kept) ? 3 : 0
  const bytes = kept.subarray(start)
  const whole = bytes.toString('utf8')
  const text = carriageReturn && whole.endsWith('\r') ? whole.slice(0, -1) : whole
  const shown = beginningOf(text, maxLine)
  const isLong = shown.length < text.length
  const line = `${reader.index + reader.window.firstNumber}\t${shown}${isLong ? ELLIPSIS : ''}`
  if (reader.size + line.length > reader.window.maxCharacters && reader.lines.length > 0) {
    reader.full = true
    return
  }
  // The limit may have split a character of a long line.
  reader.invalid ||= !isUtf8(reader.keptBytes > bytesOf(maxLine) ? bytes.subarray(0, completeLength(bytes, bytes.length)) : bytes)
  if (isLong) reader.longLines.push({ offset: reader.index, next_line_offset: skipped + start + Buffer.byteLength(shown) })
  reader.lines.push(line)
  reader.size += line.length + 1
  reader.breaks += Number(hasBreak)
  reader.returns += Number(carriageReturn)
  reader.full = reader.lines.length === reader.window.limit
}

function nextLine(reader: LineReader): void {
  Object.assign(reader, { index: reader.index + 1, parts: [], keptBytes: 0, lineBytes: 0, last: 0 })
}

/** Bytes at the start that belong to a character before it. */
function partialLength(bytes: Buffer): number {
  let length = 0
  while (length < 3 && ((bytes[length] ?? 0) & 0xc0) === 0x80) length++
  return length
}

const ELLIPSIS = '...'

/** Returns at most `length` characters, without splitting a surrogate pair. */
function beginningOf(text: string, length: number): string {
  const code = text.length > length ? text.charCodeAt(length - 1) : 0
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? length - 1 : length)
}

/** Truncates a text without splitting a surrogate pair. */
export const truncateLine = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${beginningOf(text, maxLength)}${ELLIPSIS}`
