import { isUtf8 } from 'node:buffer'
import { createHash, type Hash } from 'node:crypto'
import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { Truncation } from '../../../contract/handed.ts'
import { chunksOf } from './chunks.ts'
import {
  type Encoding,
  encodingOf,
  isMedia,
  isText,
  type LineEnding,
  MEGABYTE,
  type MediaType,
  mediaTypeOf,
  notText,
  readHead
} from './content.ts'
import { failure, onDisk } from './failures.ts'
import { endingOf, endOfFile, hasMore, type LineReader, readLines, takeChunk } from './lines.ts'
import { locateFile, openFile } from './open.ts'
import type { Turn } from './turn.ts'
import type { Volume } from './volume.ts'

/** Characters of text in one answer. */
const MOST_TEXT = 10 * MEGABYTE
/** A file up to here is read to its end to count its lines. */
const MOST_COUNTED = 256 * MEGABYTE
/** A file up to here can be edited, so its hash is worth having. */
export const MOST_EDITED = 10 * MEGABYTE
const MOST_MEDIA = 25 * MEGABYTE

interface Metadata {
  path: string
  size: number
  total_lines: number | null
  read_lines: number
  offset: number
  has_more: boolean
  next_offset: number | null
  encoding: Encoding
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
  offset: number
  limit: number
}

/** Reads lines of a text file, or an image or a PDF whole. */
export async function readFile(volume: Volume, request: Request, turn: Turn): Promise<FileContent> {
  return await onDisk(request.file_path, async () => {
    const place = await locateFile(volume, request.file_path)
    await using handle = await openFile(volume, place)
    const stats = await handle.stat()
    const head = await readHead(handle)
    const type = await mediaTypeOf(head)
    if (isMedia(type)) return await readMedia(handle, place, stats, type)
    if (!isText(head)) throw await notText(request.file_path, head)
    return await readText(handle, { ...request, shown: place.shown, stats, head }, turn)
  })
}

type TextRequest = Request & { shown: string; stats: Stats; head: Buffer }

async function readText(handle: FileHandle, request: TextRequest, turn: Turn): Promise<FileContent> {
  const { offset, limit, stats } = request
  const reader = readLines({ offset, limit: limit === -1 ? Number.POSITIVE_INFINITY : limit, most: MOST_TEXT })
  const hash = stats.size <= MOST_EDITED ? createHash('sha256') : undefined
  const complete = await scan(handle, reader, hash, request, turn)
  const more = !complete || hasMore(reader)
  const next = more ? offset + reader.lines.length : null
  if (more && (limit === -1 || reader.lines.length < limit)) turn.truncate(cutAt(next))
  return {
    type: 'text',
    content: reader.lines.join('\n'),
    metadata: {
      path: request.shown,
      size: stats.size,
      total_lines: complete ? reader.index : null,
      read_lines: reader.lines.length,
      offset,
      has_more: more,
      next_offset: next,
      encoding: encodingOf(request.head),
      line_ending: endingOf(reader),
      sha256: complete ? (hash?.digest('hex') ?? null) : null,
      modified: stats.mtime.toISOString()
    }
  }
}

/** The lines asked for were more than fit into one answer. */
const cutAt = (next: number | null): Truncation => ({ reason: 'size', omitted: null, hint: `Continue with offset ${next}.` })

/** Reads to the end where that is near enough to count the lines; answers whether it came there. */
async function scan(handle: FileHandle, reader: LineReader, hash: Hash | undefined, request: TextRequest, turn: Turn): Promise<boolean> {
  const countable = request.stats.size <= MOST_COUNTED
  let scanned = 0
  let spoilt = false
  for await (const chunk of chunksOf(handle, turn.signal)) {
    spoilt ||= !isUtf8(chunk)
    takeChunk(reader, chunk)
    if (reader.bad) throw await notText(request.file_path, request.head)
    hash?.update(chunk)
    scanned += chunk.length
    if (hasMore(reader) && (!countable || scanned > MOST_COUNTED)) return false
    if (turn.outOfTime()) {
      turn.truncate({ reason: 'timeout', hint: 'The lines behind these were not counted.' })
      return false
    }
  }
  endOfFile(reader)
  if (reader.bad) throw await notText(request.file_path, request.head)
  if (spoilt) turn.warn('Some bytes of the file are not UTF-8 text; none of them in these lines. It cannot be edited as text.')
  return true
}

async function readMedia(
  handle: FileHandle,
  { given, shown }: { given: string; shown: string },
  stats: Stats,
  type: MediaType
): Promise<FileContent> {
  if (stats.size > MOST_MEDIA)
    throw failure('file_too_large', `${given} is ${stats.size} bytes; an image or a PDF is answered up to ${MOST_MEDIA}.`, {
      size: stats.size,
      limit: MOST_MEDIA
    })
  const bytes = await handle.readFile()
  const kind = type === 'application/pdf' ? 'document' : 'image'
  return {
    type: kind,
    content: `[${kind} ${type}, ${bytes.length} bytes]`,
    source: { type: 'base64', media_type: type, data: bytes.toString('base64') },
    metadata: {
      path: shown,
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
