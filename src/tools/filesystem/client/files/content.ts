import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { OperationError } from '../../../../contract/errors.ts'
import { failure, isErrno } from '../errors.ts'
import { openFile, type ResolvedPath } from '../paths.ts'
import type { Volume } from '../volume.ts'

export const MEGABYTE = 1024 * 1024

/** Number of bytes that detection of encoding and type reads. */
const HEAD_BYTES = 8192

const MEDIA = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'] as const
export type MediaType = (typeof MEDIA)[number]

export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'binary'

export async function readHead(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

/** Reads a whole file, which may grow while it is read. Returns undefined if it exceeds `maxBytes`. */
export async function readUpTo(handle: FileHandle, maxBytes: number, expected: number): Promise<Buffer | undefined> {
  const buffer = Buffer.allocUnsafe(Math.min(expected, maxBytes) + 1)
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, filled)
    if (bytesRead === 0) return buffer.subarray(0, filled)
    filled += bytesRead
  }
  return expected >= maxBytes ? undefined : await readUpTo(handle, maxBytes, maxBytes)
}

/** Detects the encoding by content. A NUL byte means binary. */
export function encodingOf(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head.includes(0) || !isUtf8(head.subarray(0, completeLength(head, head.length)))) return 'binary'
  return hasByteOrderMark(head) ? 'utf-8-bom' : 'utf-8'
}

export const isText = (head: Buffer): boolean => encodingOf(head).startsWith('utf-8')

export const hasByteOrderMark = (head: Buffer): boolean => head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf

/** Detects the media type by content. Returns undefined for plain text, except for a PDF, which may consist of text only. */
export async function mediaTypeOf(head: Buffer): Promise<string | undefined> {
  if (isText(head) && !head.subarray(0, 1024).includes('%PDF-')) return undefined
  // Loaded on first use: it takes 50 ms, and most files are text.
  const { fileTypeFromBuffer } = await import('file-type')
  const detected = await fileTypeFromBuffer(head)
  return detected?.mime
}

export const isMedia = (type: string | undefined): type is MediaType => MEDIA.some(media => media === type)

export async function notTextError(requestedPath: string, head: Buffer): Promise<OperationError> {
  const encoding = encodingOf(head)
  const what = encoding.startsWith('utf-16')
    ? `${encoding.toUpperCase()} text`
    : ((await mediaTypeOf(head)) ?? 'binary data, or text in another encoding')
  const isOther = encoding === 'binary' && !head.includes(0)
  const advice =
    'If it is text in another encoding, name it in encoding, such as windows-1252. To get the bytes, use filesystem_download_file.'
  return failure('not_text', `${requestedPath} is not UTF-8 text: it is ${what}.`, {
    detected: what,
    suggestions: [isOther ? advice : 'To get the bytes, use filesystem_download_file.']
  })
}

/** Decodes UTF-8 without losing bytes. Throws if the bytes are not UTF-8. */
export async function decode(bytes: Buffer, requestedPath: string): Promise<string> {
  if (!isText(bytes.subarray(0, HEAD_BYTES)) || !isUtf8(bytes)) throw await notTextError(requestedPath, bytes.subarray(0, HEAD_BYTES))
  return bytes.toString('utf8')
}

export type LineEnding = 'lf' | 'crlf' | 'mixed'

/** Returns null if there is no line break. */
export function lineEndingOf(breaks: number, withReturn: number): LineEnding | null {
  if (breaks === 0) return null
  if (withReturn === 0) return 'lf'
  return withReturn === breaks ? 'crlf' : 'mixed'
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** Larger files are neither searched nor edited. */
export const MAX_TEXT_BYTES = 10 * MEGABYTE

/** Why a file cannot be searched. */
export type Unsearchable = 'too_large' | 'not_text' | 'unreadable'

/**
 * Reads a file found by a walk. A file that cannot be read does not end the walk: the reason is returned instead. `onInvalid`: called with the
 * bytes of a file that would be text without its invalid bytes.
 */
export async function readSearchable(
  volume: Volume,
  file: string,
  onInvalid: (bytes: Buffer) => void = () => undefined
): Promise<Buffer | Unsearchable> {
  try {
    await using opened = await openFile(volume, { path: file, requestedPath: file })
    const { handle } = opened
    const size = Number(opened.stats.size)
    const bytes = size > MAX_TEXT_BYTES ? undefined : await readUpTo(handle, MAX_TEXT_BYTES, size)
    if (!bytes) return 'too_large'
    if (isText(bytes.subarray(0, HEAD_BYTES)) && isUtf8(bytes)) return bytes
    if (!bytes.subarray(0, HEAD_BYTES).includes(0)) onInvalid(bytes)
    return 'not_text'
  } catch (error) {
    if (isErrno(error) || error instanceof OperationError) return 'unreadable'
    throw error
  }
}

const CHUNK_BYTES = 256 * 1024

/**
 * Yields the bytes of a file in chunks. All chunks share one buffer, so memory use does not depend on the file size. Each chunk except
 * the last ends on a UTF-8 character boundary. `from`: the first byte to read.
 */
export async function* chunksOf(handle: FileHandle, signal: AbortSignal, from = 0): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  let position = from
  let carried = 0
  for (;;) {
    signal.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, carried, CHUNK_BYTES - carried, position)
    const filled = carried + bytesRead
    if (bytesRead === 0) {
      if (filled > 0) yield buffer.subarray(0, filled)
      return
    }
    const whole = completeLength(buffer, filled)
    yield buffer.subarray(0, whole)
    buffer.copyWithin(0, whole, filled)
    carried = filled - whole
    position += bytesRead
  }
}

/** Returns the number of bytes that form complete UTF-8 characters. At most the last three bytes can belong to an incomplete one. */
export function completeLength(bytes: Uint8Array, length: number): number {
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back] ?? 0
    if (byte < 0x80) return length
    if (byte >= 0xc0) return sequenceLength(byte) > back ? length - back : length
  }
  return length
}

const sequenceLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2)

/** Reads a whole text file. `stats` identify this version of it, so that a later change can be detected. */
export async function readWhole(volume: Volume, resolved: Pick<ResolvedPath, 'path' | 'requestedPath'>) {
  await using opened = await openFile(volume, resolved)
  const { handle, stats } = opened
  const size = Number(stats.size)
  const bytes = size > MAX_TEXT_BYTES ? undefined : await readUpTo(handle, MAX_TEXT_BYTES, size)
  if (!bytes)
    throw failure('file_too_large', `${resolved.requestedPath} is ${size} bytes; the limit is ${MAX_TEXT_BYTES}.`, {
      size,
      limit: MAX_TEXT_BYTES
    })
  return { bytes, stats }
}
