import { OperationError } from '../../../../contract/errors.ts'

/** A range of a file or log, with the bytes around it. */
export interface ByteRange {
  /** The bytes that were kept; the range is from `begin` to `end` of them. */
  bytes: Buffer
  begin: number
  end: number
  /** Offset of the range in the file. */
  from: number
  /** Size of the file; null if its end was not read. */
  total: number | null
}

type Body = AsyncIterable<Uint8Array> & { destroy: () => unknown }

/** A longer log is not read through to find its end. */
const MAX_LOG_BYTES = 256 * 1024 * 1024

/** Bytes that are kept before and after the range: no token is longer, unless it contains thousands of bytes that no terminal shows. */
const MARGIN = 4096

/** Reads `length` bytes from `offset`. Does not wait for the rest. */
export async function readRange(body: Body, offset: number, length: number): Promise<ByteRange> {
  const first = Math.max(0, offset - MARGIN)
  const kept: Uint8Array[] = []
  let read = 0
  let ended = true
  for await (const chunk of body) {
    if (read + chunk.length > first) kept.push(chunk.subarray(Math.max(0, first - read)))
    read += chunk.length
    if (read > offset + length + MARGIN) {
      ended = false
      body.destroy()
      break
    }
  }
  const bytes = Buffer.concat(kept)
  const from = Math.min(offset, read)
  const begin = Math.max(0, from - first)
  return trimToCharacters({ bytes, begin, end: Math.min(begin + length, bytes.length), from, total: ended ? read : null })
}

interface TailOptions {
  /** Maximum number of lines. Default: unlimited. */
  lines?: number | undefined
  /** Offset to end at. Default: the end of the log. */
  end?: number | undefined
  maxBytes?: number
}

/** Reads the last lines, at most `length` bytes of them. Keeps chunks as they arrive, so that no byte is copied before the end. */
export async function readTail(
  body: Body,
  length: number,
  { lines, end = Number.POSITIVE_INFINITY, maxBytes = MAX_LOG_BYTES }: TailOptions
): Promise<ByteRange> {
  const chunks: Uint8Array[] = []
  let [held, read] = [0, 0]
  let ended = true
  for await (const chunk of body) {
    chunks.push(chunk)
    held += chunk.length
    read += chunk.length
    const needed = Math.min(read, end) - length - MARGIN
    while (read - held + (chunks[0]?.length ?? 0) <= needed) held -= chunks.shift()?.length ?? 0
    if (read > end + MARGIN) {
      ended = false
      body.destroy()
      break
    }
    if (read > maxBytes) {
      body.destroy()
      throw tooLong(maxBytes)
    }
  }
  const bytes = Buffer.concat(chunks)
  const start = read - bytes.length
  const stop = Math.max(0, Math.min(end, read) - start)
  const first = Math.max(0, stop - length)
  const begin = lines === undefined ? first : lineFromEnd(bytes.subarray(0, stop), lines, first)
  return trimToCharacters({ bytes, begin, end: stop, from: start + begin, total: ended ? read : null })
}

const tooLong = (maxBytes: number): OperationError =>
  new OperationError('cannot_be_honoured', `The log is longer than ${maxBytes} bytes: its end was not reached.`, {
    source: 'gateway',
    outcome: 'not_executed',
    limit_bytes: maxBytes,
    suggestions: ['Read it from its beginning, or from another position, with offset.']
  })

/** Offset of the last `lines` lines, but not before `first`. A line break at the end starts no line. */
function lineFromEnd(bytes: Buffer, lines: number, first: number): number {
  let at = bytes.at(-1) === 0x0a ? bytes.length - 1 : bytes.length
  for (let left = lines; left > 0; left--) {
    at = at === 0 ? -1 : bytes.lastIndexOf(0x0a, at - 1)
    if (at < first) return first
  }
  return at + 1
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Drops partial UTF-8 characters at both ends of the range. */
function trimToCharacters({ bytes, from, total, ...range }: ByteRange): ByteRange {
  let { begin, end } = range
  while (from > 0 && begin < Math.min(range.begin + 3, end) && isContinuation(bytes[begin])) begin++
  if (from + end - range.begin !== total) {
    let first = end - 1
    while (first > end - 4 && isContinuation(bytes[first])) first--
    if (end - first < characterLength(bytes[first])) end = first
  }
  return { bytes, begin, end: Math.max(begin, end), from: from + begin - range.begin, total }
}

/** Bytes of the UTF-8 character that starts with this byte. */
const characterLength = (byte = 0): number => (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1)
