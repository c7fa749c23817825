import { OperationError } from '../../../contract/errors.ts'

/** A part of a log, with what stands around it. */
export interface Part {
  /** What was read; of it the part is what lies from `begin` to `end`. */
  bytes: Buffer
  begin: number
  end: number
  /** Where in the log the part begins. */
  from: number
  /** How long the log is; null where that was not read. */
  total: number | null
}

type Body = AsyncIterable<Uint8Array> & { destroy: () => unknown }

/** More than this is not read through to find the end of a log. */
const LONGEST = 256 * 1024 * 1024

/** What is read beside the part: no token is longer. */
const AROUND = 4096

/** So many bytes from a place on. What comes after them is not waited for. */
export async function readPart(body: Body, offset: number, most: number): Promise<Part> {
  const first = Math.max(0, offset - AROUND)
  const kept: Uint8Array[] = []
  let read = 0
  let ended = true
  for await (const chunk of body) {
    if (read + chunk.length > first) kept.push(chunk.subarray(Math.max(0, first - read)))
    read += chunk.length
    if (read > offset + most + AROUND) {
      ended = false
      body.destroy()
      break
    }
  }
  const bytes = Buffer.concat(kept)
  const from = Math.min(offset, read)
  const begin = Math.max(0, from - first)
  return wholeLetters({ bytes, begin, end: Math.min(begin + most, bytes.length), from, total: ended ? read : null })
}

/** The last lines, as far as they fit into so many bytes. Chunks are kept as they come, so that no byte is copied before the end. */
export async function readTail(body: Body, most: number, lines: number | undefined, longest = LONGEST): Promise<Part> {
  const chunks: Uint8Array[] = []
  let [held, read] = [0, 0]
  for await (const chunk of body) {
    chunks.push(chunk)
    held += chunk.length
    read += chunk.length
    while (held - (chunks[0]?.length ?? 0) >= most + AROUND) held -= chunks.shift()?.length ?? 0
    if (read > longest) {
      body.destroy()
      throw tooLong(longest)
    }
  }
  const bytes = Buffer.concat(chunks)
  const first = Math.max(0, bytes.length - most)
  const begin = lines === undefined ? first : lineFromEnd(bytes, lines, first)
  return wholeLetters({ bytes, begin, end: bytes.length, from: read - bytes.length + begin, total: read })
}

const tooLong = (longest: number): OperationError =>
  new OperationError('cannot_be_honoured', `The log is longer than ${longest} bytes: its end was not reached.`, {
    source: 'gateway',
    outcome: 'not_executed',
    limit_bytes: longest,
    suggestions: ['Read it from its beginning, or from another place, with offset.']
  })

/** Where the last so many lines begin, but not before `first`; a break at the end begins none. */
function lineFromEnd(bytes: Buffer, lines: number, first: number): number {
  let at = bytes.at(-1) === 0x0a ? bytes.length - 1 : bytes.length
  for (let left = lines; left > 0; left--) {
    at = at === 0 ? -1 : bytes.lastIndexOf(0x0a, at - 1)
    if (at < first) return first
  }
  return at + 1
}

const isInner = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Letters of several bytes that the cut went through are left out at both ends. */
function wholeLetters({ bytes, from, total, ...cut }: Part): Part {
  let { begin, end } = cut
  while (from > 0 && begin < Math.min(cut.begin + 3, end) && isInner(bytes[begin])) begin++
  if (from + end - cut.begin !== total) {
    let first = end - 1
    while (first > end - 4 && isInner(bytes[first])) first--
    if (end - first < lettersFrom(bytes[first])) end = first
  }
  return { bytes, begin, end: Math.max(begin, end), from: from + begin - cut.begin, total }
}

/** How many bytes the letter has that begins with this one. */
const lettersFrom = (byte = 0): number => (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1)
