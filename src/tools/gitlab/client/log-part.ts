/** A part of a log: its bytes, where they begin, and how long the whole is; null where that was not read. */
export interface Part {
  bytes: Buffer
  from: number
  total: number | null
}

type Body = AsyncIterable<Uint8Array> & { destroy: () => unknown }

/** More than this is not read through to find the end of a log. */
const LONGEST = 256 * 1024 * 1024

/** So many bytes from a place on. What comes after them is not waited for. */
export async function readPart(body: Body, offset: number, most: number): Promise<Part> {
  const kept: Buffer[] = []
  let read = 0
  for await (const chunk of body) {
    const from = Math.max(0, offset - read)
    if (from < chunk.length) kept.push(Buffer.from(chunk.subarray(from)))
    read += chunk.length
    if (read > offset + most) {
      body.destroy()
      return wholeLetters({ bytes: Buffer.concat(kept).subarray(0, most), from: offset, total: null })
    }
  }
  return wholeLetters({ bytes: Buffer.concat(kept), from: Math.min(offset, read), total: read })
}

/** The last lines, as far as they fit into so many bytes. */
export async function readTail(body: Body, most: number, lines: number | undefined): Promise<Part> {
  let kept: Buffer = Buffer.alloc(0)
  let read = 0
  for await (const chunk of body) {
    read += chunk.length
    // Cut only now and then, so that each byte is copied but a few times.
    kept = Buffer.concat([kept, chunk])
    if (kept.length > 2 * most) kept = kept.subarray(kept.length - most)
    if (read > LONGEST) {
      body.destroy()
      break
    }
  }
  const bytes = kept.subarray(Math.max(0, kept.length - most))
  const begun = lines === undefined ? 0 : lineFromEnd(bytes, lines)
  return wholeLetters({ bytes: bytes.subarray(begun), from: read - bytes.length + begun, total: read > LONGEST ? null : read })
}

/** Where the last so many lines begin; a break at the end begins none. */
function lineFromEnd(bytes: Buffer, lines: number): number {
  let at = bytes.at(-1) === 0x0a ? bytes.length - 1 : bytes.length
  for (let left = lines; left > 0; left--) {
    at = at === 0 ? -1 : bytes.lastIndexOf(0x0a, at - 1)
    if (at === -1) return 0
  }
  return at + 1
}

const isInner = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Letters of several bytes that the cut went through are left out at both ends. */
function wholeLetters({ bytes, from, total }: Part): Part {
  let [begin, end] = [0, bytes.length]
  while (from > 0 && begin < 3 && isInner(bytes[begin])) begin++
  if (from + bytes.length !== total) {
    let first = end - 1
    while (first > end - 4 && isInner(bytes[first])) first--
    if (end - first < lettersFrom(bytes[first])) end = first
  }
  return { bytes: bytes.subarray(begin, Math.max(begin, end)), from: from + begin, total }
}

/** How many bytes the letter has that begins with this one. */
const lettersFrom = (byte = 0): number => (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1)
