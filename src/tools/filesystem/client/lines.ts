import { isUtf8 } from 'node:buffer'
import { wholeCharacters } from './chunks.ts'
import { type LineEnding, lineEndingOf } from './content.ts'

const LONGEST_LINE = 2000
/** UTF-8 bytes that surely hold more than the longest line shown. */
const LINE_BYTES = LONGEST_LINE * 4 + 4
const CR = 13
const LF = 10

export interface LineWindow {
  /** Lines to pass over. */
  offset: number
  /** Lines to keep. */
  limit: number
  /** Characters to keep in all. */
  most: number
}

/** A file that is read chunk by chunk: the numbered lines of a window are kept, all others only counted. */
export interface LineReader {
  window: LineWindow
  lines: string[]
  /** Lines that were ended so far. */
  index: number
  size: number
  full: boolean
  /** The beginning of the line that is not ended yet, how long it is in all, and its last byte. */
  parts: Buffer[]
  kept: number
  length: number
  last: number
  breaks: number
  returns: number
  /** A line of the window is not UTF-8. */
  bad: boolean
}

export const readLines = (window: LineWindow): LineReader => ({
  window,
  lines: [],
  index: 0,
  size: 0,
  full: false,
  parts: [],
  kept: 0,
  length: 0,
  last: 0,
  breaks: 0,
  returns: 0,
  bad: false
})

export function takeChunk(reader: LineReader, chunk: Buffer): void {
  let at = 0
  while (at < chunk.length) at = reader.full || reader.index < reader.window.offset ? pass(reader, chunk, at) : takeLine(reader, chunk, at)
}

/** The last line may lack its line break; what follows the last line break is a line only if it is something. */
export function endOfFile(reader: LineReader): void {
  if (reader.length === 0) return
  if (!reader.full && reader.index >= reader.window.offset) endLine(reader, false)
  nextLine(reader)
}

/** Whether anything was seen behind the window. */
export const hasMore = ({ full, index, length, lines, window }: LineReader): boolean =>
  full && (index > window.offset + lines.length || length > 0)

export const endingOf = ({ breaks, returns }: LineReader): LineEnding | null => lineEndingOf(breaks, returns)

/** Counts only: a plain loop is some times faster than a search for each line. Stops where the window begins. */
function pass(reader: LineReader, chunk: Buffer, from: number): number {
  const until = reader.full ? Number.POSITIVE_INFINITY : reader.window.offset
  let { index } = reader
  let start = from
  let at = from
  for (; at < chunk.length && index < until; at++) {
    if (chunk[at] !== LF) continue
    index++
    start = at + 1
  }
  reader.length = index === reader.index ? reader.length + at - start : at - start
  reader.index = index
  return at
}

/** Up to the end of a line, or of the chunk. */
function takeLine(reader: LineReader, chunk: Buffer, from: number): number {
  const found = chunk.indexOf(LF, from)
  const stop = found === -1 ? chunk.length : found
  if (stop > from) keep(reader, chunk.subarray(from, stop))
  if (found === -1) return stop
  endLine(reader, true)
  nextLine(reader)
  return found + 1
}

function keep(reader: LineReader, bytes: Buffer): void {
  // A copy: the chunk's buffer will be used again.
  if (reader.kept < LINE_BYTES) reader.parts.push(Buffer.from(bytes.subarray(0, LINE_BYTES - reader.kept)))
  reader.kept += bytes.length
  reader.length += bytes.length
  reader.last = bytes.at(-1) ?? 0
}

function endLine(reader: LineReader, broken: boolean): void {
  const carriageReturn = broken && reader.last === CR
  const bytes = Buffer.concat(reader.parts)
  const line = `${reader.index + 1}\t${lineText(bytes, reader.index === 0, carriageReturn)}`
  if (reader.size + line.length > reader.window.most && reader.lines.length > 0) {
    reader.full = true
    return
  }
  // What was cut off a long line may have ended within a character.
  reader.bad ||= !isUtf8(reader.kept > LINE_BYTES ? bytes.subarray(0, wholeCharacters(bytes, bytes.length)) : bytes)
  reader.lines.push(line)
  reader.size += line.length + 1
  reader.breaks += Number(broken)
  reader.returns += Number(carriageReturn)
  reader.full = reader.lines.length === reader.window.limit
}

function nextLine(reader: LineReader): void {
  Object.assign(reader, { index: reader.index + 1, parts: [], kept: 0, length: 0, last: 0 })
}

function lineText(bytes: Buffer, first: boolean, carriageReturn: boolean): string {
  const start = first && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  const text = bytes.toString('utf8', start)
  return cutLine(carriageReturn && text.endsWith('\r') ? text.slice(0, -1) : text)
}

/** Never through the middle of a surrogate pair. */
export function cutLine(text: string, longest = LONGEST_LINE): string {
  if (text.length <= longest) return text
  const code = text.charCodeAt(longest - 1)
  return `${text.slice(0, code >= 0xd800 && code < 0xdc00 ? longest - 1 : longest)}...`
}
