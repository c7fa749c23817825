import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { OperationError } from '../../../contract/errors.ts'
import { wholeCharacters } from './chunks.ts'
import { failure } from './failures.ts'

export const MEGABYTE = 1024 * 1024

/** As much of a file as its kind can be told from. */
const HEAD_BYTES = 8192

const MEDIA = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'] as const
export type MediaType = (typeof MEDIA)[number]

export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'binary'

export async function readHead(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

/** A whole file, which may grow while it is read; undefined: it is over `most` bytes. */
export async function readUpTo(handle: FileHandle, most: number, expected: number): Promise<Buffer | undefined> {
  const buffer = Buffer.allocUnsafe(Math.min(expected, most) + 1)
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, filled)
    if (bytesRead === 0) return buffer.subarray(0, filled)
    filled += bytesRead
  }
  return expected >= most ? undefined : await readUpTo(handle, most, most)
}

/** By content; a NUL among the first bytes is what tells a binary file from text. */
export function encodingOf(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head.includes(0) || !isUtf8(head.subarray(0, wholeCharacters(head, head.length)))) return 'binary'
  return hasMark(head) ? 'utf-8-bom' : 'utf-8'
}

export const isText = (head: Buffer): boolean => encodingOf(head).startsWith('utf-8')

const hasMark = (head: Buffer): boolean => head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf

/** The media type that the bytes themselves show. Plain text shows none, save for a PDF, which may be text through and through. */
export async function mediaTypeOf(head: Buffer): Promise<string | undefined> {
  if (isText(head) && !head.subarray(0, 1024).includes('%PDF-')) return undefined
  // Loaded at the first need: it costs 50 ms, and most files are text.
  const { fileTypeFromBuffer } = await import('file-type')
  const detected = await fileTypeFromBuffer(head)
  return detected?.mime
}

export const isMedia = (type: string | undefined): type is MediaType => MEDIA.some(media => media === type)

export async function notText(given: string, head: Buffer): Promise<OperationError> {
  const encoding = encodingOf(head)
  const what = encoding.startsWith('utf-16')
    ? `${encoding.toUpperCase()} text`
    : ((await mediaTypeOf(head)) ?? 'binary data, or text in another encoding')
  return failure('not_text', `${given} is not UTF-8 text: it is ${what}.`, { detected: what })
}

/** Bytes as text, losing none; refuses what is not UTF-8. */
export async function decode(bytes: Buffer, given: string): Promise<string> {
  if (!isText(bytes.subarray(0, HEAD_BYTES)) || !isUtf8(bytes)) throw await notText(given, bytes.subarray(0, HEAD_BYTES))
  return bytes.toString('utf8')
}

export type LineEnding = 'lf' | 'crlf' | 'mixed'

/** null: the text has no line break. */
export function lineEndingOf(breaks: number, withReturn: number): LineEnding | null {
  if (breaks === 0) return null
  if (withReturn === 0) return 'lf'
  return withReturn === breaks ? 'crlf' : 'mixed'
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
