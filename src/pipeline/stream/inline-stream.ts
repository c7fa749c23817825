import { splitRoute } from '../../catalog/catalog.ts'
import { toJsonSchema } from '../../catalog/json-schema.ts'
import type { Operation } from '../../contract/operation.ts'
import { type StreamLink, type StreamResult, streamSpec } from '../../contract/stream.ts'
import { invalidCursor } from '../result/cursor.ts'
import { jsonLength, prefixLength } from '../result/slice.ts'
import { releaseStream } from './stream-guard.ts'

type Input = Record<string, unknown>

/** The part of a stream to include in a JSON response. */
export interface InlineOptions {
  publicUrl: string
  /** Maximum characters of the response as JSON. Default 65,536. */
  maxChars?: number | undefined
  /**
   * Maximum bytes of a binary file, if the surface sends files outside of the response: whole, or not at all. A file of unknown type is then sent
   * as text if it is text.
   */
  fileBytes?: number | undefined
}

const DEFAULT_SIZE = 65_536
const MIN_CONTENT = 64
/** Bytes at the beginning of a file that decide whether it is text. */
const SAMPLE = 4_096
/** Maximum bytes in UTF-8 of a character that is one character in JSON. */
const MAX_CHARACTER_BYTES = 3

/** A stream as JSON. `next_cursor` is the number of bytes before the next part. */
type InlinedStream = StreamLink & { next_cursor?: string }

/** Returns a stream as JSON: its URL, and a part of its content. Releases the stream, even if it fails. */
export async function inlineStream(
  operation: Operation,
  input: Input,
  result: StreamResult,
  options: InlineOptions
): Promise<InlinedStream> {
  try {
    return await inlined(operation, input, result, options)
  } catch (error) {
    result.body.destroy?.()
    throw error
  }
}

async function inlined(
  operation: Operation,
  input: Input,
  result: StreamResult,
  { publicUrl, maxChars = DEFAULT_SIZE, fileBytes }: InlineOptions
): Promise<InlinedStream> {
  const { media_type, filename = null, length = null } = result
  const facts = { url: urlOf(operation, input, publicUrl), media_type, filename, length }
  if (streamSpec(operation.output)?.endless) {
    result.body.destroy?.()
    return { ...facts, content: null, encoding: null, complete: false }
  }
  const from = offsetOf(input)
  const space = Math.max(
    MIN_CONTENT,
    maxChars - jsonLength({ ...facts, content: '', encoding: 'base64', complete: false, next_cursor: '9'.repeat(16) })
  )
  const { bytes, sample, isEnd } = await readWindow(result.body, from, Math.max(space * MAX_CHARACTER_BYTES, fileBytes ?? 0))
  const isTextual = TEXT.test(media_type) || (fileBytes !== undefined && UNKNOWN.test(media_type) && looksText(sample))
  const text = isTextual ? textOf(bytes, isEnd) : undefined
  if (text === undefined && fileBytes !== undefined && from === 0) {
    const isWhole = isEnd && bytes.length <= fileBytes
    return { ...facts, content: isWhole ? bytes.toString('base64') : null, encoding: isWhole ? 'base64' : null, complete: isWhole }
  }
  const encoding = text === undefined ? 'base64' : 'utf-8'
  const part =
    text === undefined ? bytes.subarray(0, Math.floor((space - 2) / 4) * 3) : Buffer.from(text.slice(0, prefixLength(text, space)))
  const complete = isEnd && part.length === bytes.length
  const content = part.toString(encoding)
  return { ...facts, content, encoding, complete, ...(!complete && { next_cursor: String(from + part.length) }) }
}

/** Returns the number of bytes before the requested part. */
function offsetOf({ cursor = '0' }: Input): number {
  if (typeof cursor !== 'string' || !/^\d{1,15}$/.test(cursor)) throw invalidCursor()
  return Number(cursor)
}

/** Reads `size` bytes from an offset, and no further than necessary. */
async function readWindow(
  body: StreamResult['body'],
  from: number,
  size: number
): Promise<{ bytes: Buffer; sample: Buffer; isEnd: boolean }> {
  const source = body[Symbol.asyncIterator]()
  const [chunks, first]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  let isEnd = true
  for (let next = await source.next(); !next.done; next = await source.next()) {
    const bytes = Buffer.from(next.value)
    if (at < SAMPLE) first.push(bytes.subarray(0, SAMPLE - at))
    chunks.push(bytes.subarray(Math.max(0, from - at), Math.max(0, from + size - at)))
    at += bytes.length
    if (at <= from + size) continue
    releaseStream(source, body)
    isEnd = false
    break
  }
  return { bytes: Buffer.concat(chunks), sample: Buffer.concat(first), isEnd }
}

const TEXT = /^text\/|[/+](x-nd)?json\b|[/+]xml\b/
/** Media types that servers send for files of unknown type. */
const UNKNOWN = /^(application|binary)\/octet-stream\b/

/** A PDF may consist of text only, but is not text. */
const looksText = (sample: Buffer): boolean =>
  !sample.includes(0) && !sample.subarray(0, 1_024).includes('%PDF-') && textOf(sample, sample.length < SAMPLE) !== undefined

/** Decodes UTF-8, without an incomplete character at the end. Returns undefined if it is not UTF-8. */
function textOf(bytes: Buffer, isEnd: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: !isEnd })
  } catch {
    return undefined
  }
}

/** Properties about the form of the response, which links omit. */
const FORM_PROPERTIES = ['cursor', 'max_chars', 'compact']

/** Returns the URL of the operation with this input; null if the input belongs in a body. */
function urlOf(operation: Operation, input: Input, publicUrl: string): string | null {
  const [method, route] = splitRoute(operation)
  if (method !== 'GET') return null
  const rest = new Map(Object.entries(input))
  for (const name of FORM_PROPERTIES) rest.delete(name)
  const path = route.replace(/:(\w+)/g, (_, name: string) => {
    rest.delete(name)
    return encodeURIComponent(String(input[name]))
  })
  const known = toJsonSchema(operation.input).properties ?? {}
  const query = new URLSearchParams(
    [...rest].filter(([name, value]) => value !== undefined && value !== known[name]?.default).map(([name, value]) => [name, String(value)])
  )
  return `${publicUrl}${path}${query.size > 0 ? `?${query}` : ''}`
}
