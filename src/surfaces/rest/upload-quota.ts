import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { OperationError } from '../../contract/errors.ts'
import { DEFAULT_MAX_BODY } from '../../contract/operation.ts'
import { bodyTooLarge } from '../../pipeline/input/upload.ts'
import { createGroups } from '../shared/groups.ts'
import { chunkCounter } from './body.ts'
import { onClose } from './temporary-files.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts bytes of an upload as they arrive. Throws rate_limit_exceeded if the uploads of its key exceed the limit together. */
    countUpload: (bytes: number) => void
  }
}

/** Limits of the concurrent uploads of one key, in this process. */
export interface UploadLimits {
  /** Number of uploads. */
  uploads: number
  /** Bytes of all uploads. An upload counts with its Content-Length, or with what has arrived; a single upload may be larger. */
  bytes: number
}

const LIMITS: UploadLimits = { uploads: 4, bytes: 1024 ** 3 }
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
   * Returns a hook for a route whose JSON body may contain files in base64. A body counts as an upload if it is larger than the default limit of a body.
   * `largestOf` returns the limit of the request, or undefined if its body contains no files.
   */
  ofJson: (largestOf: (request: FastifyRequest) => number | undefined) => onRequestHookHandler
}

/**
 * Counts an upload against its key until the response is sent. Throws payload_too_large, before it is read, if its Content-Length exceeds the limit of
 * the route, and rate_limit_exceeded if the uploads of the key reach their limits, then or while it arrives.
 */
export function uploadQuota(limits: UploadLimits = LIMITS): UploadQuota {
  const inProgress = createGroups<Upload>()
  const hasRoom = (others: readonly Upload[], bytes: number): boolean => others.length === 0 || totalOf(others) + bytes <= limits.bytes
  const take = (request: FastifyRequest, reply: FastifyReply, largest: number): void => {
    const { id } = request.caller
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > largest) throw bodyTooLarge(largest)
    const others = [...inProgress.of(id)]
    if (others.length >= limits.uploads || !hasRoom(others, announced)) throw tooMany(others, limits)
    const upload: Upload = { announced, arrived: 0 }
    const remove = inProgress.add(id, upload)
    onClose(reply, async () => remove())
    request.countUpload = bytes => {
      const reserved = sizeOf(upload)
      upload.arrived += bytes
      if (sizeOf(upload) === reserved) return
      const others = [...inProgress.of(id)].filter(one => one !== upload)
      if (hasRoom(others, sizeOf(upload))) return
      remove() // its bytes are available to the other uploads from now on
      throw tooMany(others, limits)
    }
  }
  const takeJson = (request: FastifyRequest, reply: FastifyReply, largest: number): void => {
    if (Number(request.headers['content-length'] ?? 0) > DEFAULT_MAX_BODY) {
      take(request, reply, largest)
      return
    }
    let size = 0
    request.countUpload = bytes => {
      size += bytes
      if (size <= DEFAULT_MAX_BODY) return
      take(request, reply, largest) // replaces countUpload
      request.countUpload(size)
    }
  }
  return {
    ofType: (mediaType, largest) =>
      hook((request, reply) => {
        if (hasType(request, mediaType)) take(request, reply, largest)
      }),
    ofJson: largestOf =>
      hook((request, reply) => {
        const largest = hasType(request, 'application/json') ? largestOf(request) : undefined
        if (largest !== undefined) takeJson(request, reply, largest)
      })
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

const tooMany = (others: readonly Upload[], limits: UploadLimits): OperationError =>
  new OperationError(
    'rate_limit_exceeded',
    `This key has ${others.length} uploads of ${totalOf(others)} bytes in progress; the limit is ${limits.uploads} uploads ` +
      `of ${limits.bytes} bytes together. The received part of this upload was discarded.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      retry_after_ms: RETRY_AFTER_MS,
      suggestions: ['Retry when another upload has ended.', 'Send Content-Length, so that the bytes are reserved before the upload starts.']
    }
  )
