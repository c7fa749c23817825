import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { OperationError } from '../../contract/errors.ts'
import { DEFAULT_LIMITS, type Limits } from '../../contract/limits.ts'
import { DEFAULT_MAX_BODY } from '../../contract/operation.ts'
import { keyOf } from '../../contract/principal.ts'
import { bodyTooLarge } from '../../pipeline/input/upload.ts'
import { createGroups } from '../shared/groups.ts'
import { chunkCounter, uncounted } from './body.ts'
import { onClose } from './temporary-files.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts bytes of an upload as they arrive. Throws rate_limit_exceeded if the uploads of its key exceed the limit in total. */
    countUpload: (bytes: number) => void
  }
}

/** Limits of the concurrent uploads of one key, in this process. */
export interface UploadLimits {
  /** Number of uploads. */
  uploads: number
  /** Bytes of all uploads. An upload counts with its Content-Length, or with what has arrived; a single upload may be larger. */
  bytes: number
  /** The same for JSON bodies that are not uploads: they are in memory until the response is sent. */
  bodies: number
}

const LIMITS: UploadLimits = {
  uploads: DEFAULT_LIMITS.concurrent_uploads,
  bytes: DEFAULT_LIMITS.upload_bytes,
  bodies: 128 * 1024 * 1024
}
/** Smaller JSON bodies are not counted. */
const MIN_COUNTED = 16 * 1024
const RETRY_AFTER_MS = 1000
/** Bytes of a form in addition to its files and fields. */
export const FORM_BYTES = 1024 * 1024

/** An upload in progress. */
interface Upload {
  announced: number
  arrived: number
}

export interface UploadQuota {
  /** Returns a hook for a route that accepts uploads of this media type and size. */
  ofType: (mediaType: string, largest: number) => onRequestHookHandler
  /**
   * Returns a hook for a route whose JSON body may contain files in base64. A body counts as an upload if it is larger than the default limit of a body;
   * of one without Content-Length, what arrives before counts as any other JSON body.
   * `largestOf` returns the limit of the request, or undefined if its body contains no files.
   */
  ofJson: (largestOf: (request: FastifyRequest) => number | undefined) => onRequestHookHandler
  /** Counts a JSON body that is not an upload, before it is read. */
  countBody: (request: FastifyRequest, reply: FastifyReply) => void
}

/** Starts to count what a key sends. `largest`: the limit of the route. Returns what to call as bytes arrive. */
type Take = (request: FastifyRequest, reply: FastifyReply, largest: number) => FastifyRequest['countUpload']

/** Maximum of the requests of a key: their number, and their total bytes. */
interface Maximum {
  count: number
  bytes: number
}

interface Shared {
  maximumOf: (own: Limits | undefined) => Maximum
  refusal: (others: readonly Upload[], maximum: Maximum) => OperationError
}

/**
 * Returns a function that counts a request against its key until the response is sent. It throws payload_too_large, before the body is read, if its
 * Content-Length exceeds the limit of the route, and the refusal if the requests of the key reach their limits, then or while it arrives.
 */
function counter({ maximumOf, refusal }: Shared): Take {
  const inProgress = createGroups<Upload>()
  return (request, reply, largest) => {
    const { caller } = request
    const { limits } = caller
    const id = keyOf(caller.id)
    const maximum = maximumOf(limits)
    const hasRoom = (others: readonly Upload[], bytes: number): boolean => others.length === 0 || totalOf(others) + bytes <= maximum.bytes
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > largest) throw bodyTooLarge(largest)
    const others = [...inProgress.of(id)]
    if (others.length >= maximum.count || !hasRoom(others, announced)) throw refusal(others, maximum)
    const upload: Upload = { announced, arrived: 0 }
    const remove = inProgress.add(id, upload)
    onClose(reply, remove)
    return bytes => {
      const reserved = sizeOf(upload)
      upload.arrived += bytes
      if (sizeOf(upload) === reserved) return
      const others = [...inProgress.of(id)].filter(one => one !== upload)
      if (hasRoom(others, sizeOf(upload))) return
      remove() // its bytes are available to the others from now on
      throw refusal(others, maximum)
    }
  }
}

/** Counts a body with `take` once it has more bytes than `from`, by its Content-Length or as it arrives; with `before` until then. */
function takeFrom(from: number, take: Take, before: Take): Take {
  return (request, reply, largest) => {
    if (Number(request.headers['content-length'] ?? 0) > from) return take(request, reply, largest)
    const countBefore = before(request, reply, largest)
    let count: FastifyRequest['countUpload'] | undefined
    let size = 0
    return bytes => {
      size += bytes
      if (count) count(bytes)
      else if (size <= from) countBefore(bytes)
      else {
        count = take(request, reply, largest)
        count(size)
      }
    }
  }
}

/** Counts the uploads and JSON bodies of each key. */
export function uploadQuota(own: Partial<UploadLimits> = {}): UploadQuota {
  const limits = { ...LIMITS, ...own }
  const take = counter({
    maximumOf: ({ concurrent_uploads: count = limits.uploads, upload_bytes: bytes = limits.bytes } = {}) => ({ count, bytes }),
    refusal: tooMany
  })
  const takeBody = counter({ maximumOf: () => ({ count: Infinity, bytes: limits.bodies }), refusal: tooLargeTogether })
  const takeJson = takeFrom(MIN_COUNTED, takeBody, () => uncounted)
  const takeFiles = takeFrom(DEFAULT_MAX_BODY, take, takeJson)
  return {
    ofType: (mediaType, largest) =>
      hook((request, reply) => {
        if (hasType(request, mediaType)) request.countUpload = take(request, reply, largest)
      }),
    ofJson: largestOf =>
      hook((request, reply) => {
        const largest = hasType(request, 'application/json') ? largestOf(request) : undefined
        if (largest !== undefined) request.countUpload = takeFiles(request, reply, largest)
      }),
    countBody(request, reply) {
      const isCounted = request.countUpload !== uncounted
      if (!isCounted && hasType(request, 'application/json')) request.countUpload = takeJson(request, reply, Infinity)
    }
  }
}

const hasType = ({ headers }: FastifyRequest, mediaType: string): boolean =>
  headers['content-type']?.toLowerCase().startsWith(mediaType) === true

const hook =
  (run: (request: FastifyRequest, reply: FastifyReply) => void): onRequestHookHandler =>
  (request, reply, done) => {
    try {
      run(request, reply)
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }

const sizeOf = ({ announced, arrived }: Upload): number => Math.max(announced, arrived)
const totalOf = (uploads: readonly Upload[]): number => uploads.reduce((sum, one) => sum + sizeOf(one), 0)

/** The body of an upload, counted as it is read. The request stays open if reading stops early, because the response is still to be sent. */
export function countedBody(request: FastifyRequest, body: Readable): Readable {
  return Readable.from(counted(request, body.iterator({ destroyOnReturn: false })), { objectMode: false })
}

/** Chunks of an upload, counted as they are read. */
export async function* counted(request: FastifyRequest, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const countChunk = chunkCounter(request)
  for await (const chunk of chunks) {
    countChunk(chunk.length)
    request.countUpload(chunk.length)
    yield chunk
  }
}

const tooLargeTogether = (others: readonly Upload[], { bytes }: Maximum): OperationError =>
  new OperationError(
    'rate_limit_exceeded',
    `The JSON bodies of this key in progress have ${totalOf(others)} bytes; the limit is ${bytes} bytes in total.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      retry_after_ms: RETRY_AFTER_MS,
      suggestions: ['Retry when another call of this key has ended.']
    }
  )

const tooMany = (others: readonly Upload[], { count, bytes }: Maximum): OperationError =>
  new OperationError(
    'rate_limit_exceeded',
    `This key has ${others.length} uploads of ${totalOf(others)} bytes in progress; the limit is ${count} uploads ` +
      `of ${bytes} bytes in total. The received part of this upload was discarded.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      retry_after_ms: RETRY_AFTER_MS,
      suggestions: ['Retry when another upload has ended.', 'Send Content-Length, so that the bytes are reserved before the upload starts.']
    }
  )
