import { isUtf8 } from 'node:buffer'
import { createHash, type Hash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { ReportedTruncation } from '../../../../contract/call.ts'
import { failure, withPathErrors } from '../errors.ts'
import { openFile, resolveFile } from '../paths.ts'
import type { RequestedEncoding, TextEncoding } from '../text/encoding-names.ts'
import { createTranscoder, requireEncoding } from '../text/encodings.ts'
import type { FileCall, Volume } from '../volume.ts'
import {
  chunksOf,
  isMedia,
  type LineEnding,
  MAX_TEXT_BYTES,
  MEGABYTE,
  type MediaType,
  mediaTypeOf,
  notTextError,
  readHead
} from './content.ts'
import { addChunk, createLineReader, endOfFile, hasMore, type LineReader, type LongLine, lineEndingIn } from './line-reader.ts'

/** Maximum number of characters of text per response. */
const MAX_CHARACTERS = 10 * MEGABYTE
/** Larger files are not read to the end to count their lines. */
const MAX_COUNTED = 256 * MEGABYTE
const MAX_MEDIA = 25 * MEGABYTE

interface Metadata {
  path: string
  size: number
  total_lines: number | null
  read_lines: number
  offset: number
  has_more: boolean
  next_offset: number | null
  long_lines?: LongLine[]
  encoding: TextEncoding | 'binary'
  line_ending: LineEnding | null
  sha256: string | null
  modified: string
}

export interface FileContent {
  type: 'text' | 'image' | 'document'
  content: string
  source?: { type: 'base64'; media_type: MediaType; data: string }
  metadata: Metadata
}

interface Request {
  file_path: string
  encoding?: RequestedEncoding
  tail?: number
  offset: number
  limit: number
  line_offset: number
  max_line_length: number
}

/** Reads lines of a text file, or a whole image or PDF. */
export async function readFile(volume: Volume, request: Request, call: FileCall): Promise<FileContent> {
  return await withPathErrors(request.file_path, async () => {
    const resolved = await resolveFile(volume, request.file_path)
    await using opened = await openFile(volume, resolved)
    const { handle, stats } = opened
    const head = await readHead(handle)
    const { encoding: requested = 'auto' } = request
    const type = requested === 'auto' ? await mediaTypeOf(head) : undefined
    if (isMedia(type)) return await readMedia(handle, resolved, stats, type)
    const encoding = await requireEncoding(head, requested, request.file_path)
    const text = { ...request, displayPath: resolved.displayPath, size: Number(stats.size), modified: stats.mtime, head, encoding }
    return request.tail === undefined ? await readText(handle, text, call) : await readTail(handle, text, request.tail, call)
  })
}

type TextRequest = Omit<Request, 'encoding' | 'tail'> & {
  displayPath: string
  size: number
  modified: Date
  head: Buffer
  encoding: TextEncoding
  /** For the end of a file whose lines are not counted: its first byte, and the number of its lines. */
  end?: { from: number; lines: number; isCut: boolean }
}

/** Reads the last lines. Those of a very large file are numbered from its end. */
async function readTail(handle: FileHandle, request: TextRequest, lines: number, call: FileCall): Promise<FileContent> {
  const { size, encoding } = request
  if (size <= MAX_COUNTED) {
    const total = await countLines(handle, request, call)
    return await readText(handle, { ...request, offset: Math.max(0, total - lines), limit: lines, line_offset: 0 }, call)
  }
  if (!encoding.startsWith('utf-8'))
    throw failure('file_too_large', `The end of a file over ${MAX_COUNTED} bytes can be read only in UTF-8, not in ${encoding}.`, {
      size,
      limit: MAX_COUNTED
    })
  const end = await findLastLines(handle, size, lines, call.signal)
  return await readText(handle, { ...request, offset: 0, limit: end.lines, line_offset: 0, end }, call)
}

async function countLines(handle: FileHandle, { encoding }: TextRequest, call: FileCall): Promise<number> {
  const reader = createLineReader({ offset: Number.POSITIVE_INFINITY, limit: 1, maxCharacters: 0 })
  const transcoder = await createTranscoder(encoding)
  for await (const chunk of chunksOf(handle, call.signal)) addChunk(reader, transcoder ? transcoder.write(chunk) : chunk)
  if (transcoder) addChunk(reader, transcoder.end())
  endOfFile(reader)
  return reader.index
}

const BLOCK_BYTES = 256 * 1024
const LF = 10

/** Searches for the start of the last lines from the end of the file. `isCut`: fewer lines fit in a response. */
async function findLastLines(handle: FileHandle, size: number, wanted: number, signal: AbortSignal) {
  const block = Buffer.allocUnsafe(BLOCK_BYTES)
  let from = size
  let lines = 0
  for (let start = size; start > 0; ) {
    signal.throwIfAborted()
    const length = Math.min(BLOCK_BYTES, start)
    start -= length
    const { bytesRead } = await handle.read(block, 0, length, start)
    for (let at = block.lastIndexOf(LF, bytesRead - 1); at !== -1; at = at === 0 ? -1 : block.lastIndexOf(LF, at - 1)) {
      if (start + at === size - 1) continue // the break of the last line
      if (size - start - at > MAX_CHARACTERS && lines > 0) return { from, lines, isCut: true }
      from = start + at + 1
      if (++lines === wanted) return { from, lines, isCut: false }
    }
    if (size - start > MAX_CHARACTERS) return lines > 0 ? { from, lines, isCut: true } : { from: start, lines: 1, isCut: true }
  }
  return { from: 0, lines: lines + 1, isCut: false }
}

async function readText(handle: FileHandle, request: TextRequest, call: FileCall): Promise<FileContent> {
  const { offset: requestedOffset, limit, line_offset, max_line_length, size, end } = request
  const offset = end ? -end.lines : requestedOffset
  const reader = createLineReader({
    offset: requestedOffset,
    limit: limit === -1 ? Number.POSITIVE_INFINITY : limit,
    maxCharacters: MAX_CHARACTERS,
    lineOffset: line_offset,
    maxLine: max_line_length,
    ...(end && { firstNumber: -end.lines })
  })
  const hash = size <= MAX_TEXT_BYTES ? createHash('sha256') : undefined
  const complete = await scan(handle, reader, hash, request, call)
  const more = end === undefined && (!complete || hasMore(reader))
  const next = more ? offset + reader.lines.length : null
  const [long] = reader.longLines
  if (more && (limit === -1 || reader.lines.length < limit)) call.truncate(truncatedAt(next))
  else if (long) call.truncate(end ? { ...LONG_LINE_FROM_END, omitted: null, next: null } : truncatedLine(long))
  if (end?.isCut)
    call.truncate({
      reason: 'size',
      omitted: null,
      next: null,
      hint: `Only the last ${end.lines} lines fit in the response. Search the file for more.`
    })
  return {
    type: 'text',
    content: reader.lines.join('\n'),
    metadata: {
      path: request.displayPath,
      size,
      total_lines: complete && !end ? reader.index : null,
      read_lines: reader.lines.length,
      offset,
      has_more: more,
      next_offset: next,
      ...(long && !end && { long_lines: reader.longLines }),
      encoding: request.encoding,
      line_ending: lineEndingIn(reader),
      sha256: complete ? (hash?.digest('hex') ?? null) : null,
      modified: request.modified.toISOString()
    }
  }
}

/** Such a line has no offset. */
const LONG_LINE_FROM_END = { reason: 'limit', hint: 'Raise max_line_length to get whole lines.' } as const

/** The requested lines exceed the size limit of a response. */
const truncatedAt = (next: number | null): ReportedTruncation => ({
  reason: 'size',
  omitted: null,
  next: 'metadata.next_offset',
  hint: `Continue with offset ${next}.`
})

const truncatedLine = ({ offset, next_line_offset }: LongLine): ReportedTruncation => ({
  reason: 'limit',
  omitted: null,
  next: 'metadata.long_lines[].next_line_offset',
  hint: `Line ${offset + 1} continues: pass offset ${offset}, limit 1 and line_offset ${next_line_offset}, or raise max_line_length.`
})

/** U+FFFD, which stands for bytes that are not text. */
const REPLACEMENT = Buffer.from('\ufffd')

/** Reads to the end of the file if the file is small enough to count its lines. Returns whether it reached the end. */
async function scan(
  handle: FileHandle,
  reader: LineReader,
  hash: Hash | undefined,
  request: TextRequest,
  call: FileCall
): Promise<boolean> {
  const countable = request.size <= MAX_COUNTED
  const transcoder = await createTranscoder(request.encoding)
  let scanned = 0
  let invalid = false
  for await (const chunk of chunksOf(handle, call.signal, request.end?.from)) {
    const text = transcoder ? transcoder.write(chunk) : chunk
    invalid ||= transcoder ? text.includes(REPLACEMENT) : !isUtf8(text)
    addChunk(reader, text)
    if (reader.invalid) throw await notTextError(request.file_path, request.head)
    hash?.update(chunk)
    scanned += chunk.length
    if (hasMore(reader) && (!countable || scanned > MAX_COUNTED)) return false
    if (call.outOfTime()) {
      call.truncate({ reason: 'timeout', next: 'metadata.next_offset', hint: 'The lines after these were not counted.' })
      return false
    }
  }
  if (transcoder) addChunk(reader, transcoder.end())
  endOfFile(reader)
  if (reader.invalid) throw await notTextError(request.file_path, request.head)
  if (invalid && transcoder)
    call.warn(`Some bytes of the file are not ${request.encoding}; they are shown as U+FFFD. The file cannot be edited in this encoding.`)
  else if (invalid) call.warn('Some bytes of the file outside these lines are not UTF-8. The file cannot be edited as text.')
  return true
}

async function readMedia(
  handle: FileHandle,
  { requestedPath, displayPath }: { requestedPath: string; displayPath: string },
  stats: BigIntStats,
  type: MediaType
): Promise<FileContent> {
  const size = Number(stats.size)
  if (size > MAX_MEDIA)
    throw failure('file_too_large', `${requestedPath} is ${size} bytes; the limit for an image or a PDF is ${MAX_MEDIA}.`, {
      size,
      limit: MAX_MEDIA
    })
  const bytes = await handle.readFile()
  const kind = type === 'application/pdf' ? 'document' : 'image'
  return {
    type: kind,
    content: `[${kind} ${type}, ${bytes.length} bytes]`,
    source: { type: 'base64', media_type: type, data: bytes.toString('base64') },
    metadata: {
      path: displayPath,
      size: bytes.length,
      total_lines: null,
      read_lines: 0,
      offset: 0,
      has_more: false,
      next_offset: null,
      encoding: 'binary',
      line_ending: null,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      modified: stats.mtime.toISOString()
    }
  }
}
