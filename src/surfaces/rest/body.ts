import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OperationError } from '../../contract/errors.ts'
import { DEFAULT_MAX_BODY } from '../../contract/operation.ts'
import { parseJson } from '../../lib/json.ts'
import { bodyTooLarge } from '../../pipeline/input/upload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the body, after it has been read. */
    bodySize: number
  }
  interface FastifyContextConfig {
    /** Maximum bytes of a JSON body. Only called for bodies over 256 KB, the default that every route accepts. */
    maxBody?: (request: FastifyRequest) => number
  }
}

/** Counts nothing. */
export const uncounted = (): void => undefined

/**
 * Reads JSON bodies. An empty body is an empty input. Coerces no values and drops no keys. `countBody`: called before a body is read; throws if it must
 * not be.
 */
export function jsonBodies(app: FastifyInstance, countBody: (request: FastifyRequest, reply: FastifyReply) => void): void {
  app.decorateRequest('bodySize', 0)
  app.decorateRequest('countUpload', uncounted)
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response))
  app.addHook('preParsing', async (request, reply) => {
    countBody(request, reply)
    announceReading(request, reply)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.raw.complete === false) discardRest(request)
    done()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    if (request.is404) return undefined
    refuseEncoded(request)
    return parseJson(await bytesOf(request, payload)) ?? {}
  })
}

/** Returns the whole body. Throws payload_too_large as soon as Content-Length or the received bytes exceed the limit of the route. */
export async function bytesOf(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const announced = Number(request.headers['content-length'])
  let limit: number | undefined
  const demandWithin = (bytes: number): void => {
    if (!(bytes > DEFAULT_MAX_BODY)) return
    limit ??= Math.max(DEFAULT_MAX_BODY, request.routeOptions.config.maxBody?.(request) ?? 0)
    if (bytes > limit) throw bodyTooLarge(limit)
  }
  demandWithin(announced)
  const countChunk = chunkCounter(request)
  const bytes = await gathered(payload, demandWithin, bytes => {
    countChunk(bytes)
    request.countUpload(bytes)
  })
  request.bodySize = bytes.length
  if (announced >= 0 && bytes.length !== announced) throw wrongLength()
  return bytes
}

function gathered(payload: Readable, demandWithin: (bytes: number) => void, count: (bytes: number) => void): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let size = 0
  const take = (chunk: Buffer): void => {
    try {
      size += chunk.length
      demandWithin(size)
      count(chunk.length)
      chunks.push(chunk)
    } catch (error) {
      payload.off('data', take) // the rest is discarded
      reject(error)
    }
  }
  payload.on('data', take)
  payload.on('error', reject)
  payload.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)))
  return promise
}

/** Bytes that a body may take in addition to its content, for the frames of its chunks. */
const MAX_OVERHEAD = 1024 * 1024

/**
 * Returns a function to call with the size of each chunk of a body. It throws payload_too_large if they are tiny: a chunk of one byte takes as long to
 * read, and as much memory, as one of thousands.
 */
export function chunkCounter({ raw: { socket } }: FastifyRequest): (bytes: number) => void {
  const before = socket.bytesRead
  let size = 0
  return bytes => {
    size += bytes
    if (socket.bytesRead - before > size + MAX_OVERHEAD) throw tooManyPieces()
  }
}

const tooManyPieces = (): OperationError =>
  new OperationError('payload_too_large', 'The body is sent in too many small pieces.', {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['Send it with Content-Length, or in chunks of a few kilobytes.']
  })

const wrongLength = (): OperationError => new OperationError('invalid_json', 'The length of the body differs from Content-Length.')

/** A client that sends `Expect: 100-continue` sends its body only now, after its key, scope and upload quota have been checked. */
function announceReading({ headers, is404 }: FastifyRequest, { raw }: FastifyReply): void {
  if (headers.expect !== undefined && !is404) raw.writeContinue()
}

/** Maximum bytes of an unread body that are discarded, so that the client receives the response. Then the connection is closed. */
const MAX_DISCARDED_BYTES = 1024 * 1024
const MAX_DISCARDING_MS = 2000
const CHECK_EVERY_MS = 50

function discardRest({ raw, headers }: FastifyRequest): void {
  const { socket } = raw
  const started = performance.now()
  // Of a body that is too long to be discarded, as its length shows, nothing is read.
  let discarded = Number(headers['content-length']) > MAX_DISCARDED_BYTES ? Infinity : 0
  const isOver = (): boolean => discarded > MAX_DISCARDED_BYTES
  // A fast client sends megabytes before the next check.
  const count = (chunk: Buffer): void => {
    discarded += chunk.length
    if (isOver()) socket.pause()
  }
  socket.on('data', count)
  const timer = setInterval(() => {
    const isEnding = isOver() || performance.now() - started > MAX_DISCARDING_MS
    if (isEnding) socket.destroy()
    if (!isEnding && !raw.complete && !socket.destroyed) return
    socket.off('data', count)
    clearInterval(timer)
  }, CHECK_EVERY_MS)
}

/** Refuses a body with a Content-Encoding, or a charset other than UTF-8: the gateway does not decode them. */
export function refuseEncoded({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const { 'content-encoding': coding, 'content-type': type = '' } = headers
  if (coding !== undefined && coding.toLowerCase() !== 'identity') throw compressed(coding)
  const charset = type.length === PLAIN.length ? undefined : CHARSET.exec(type)?.[1]
  if (charset !== undefined && !READ_CHARSETS.has(charset.toLowerCase())) throw foreign(charset)
}

const PLAIN = 'application/json'
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i
const READ_CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])
const MAX_ECHO = 50

const compressed = (coding: string): OperationError =>
  new OperationError('unsupported_media_type', `Content-Encoding ${coding.slice(0, MAX_ECHO)} is not supported.`, {
    accept_encoding: 'identity',
    suggestions: ['Send the body uncompressed, without Content-Encoding.']
  })

const foreign = (charset: string): OperationError =>
  new OperationError('unsupported_media_type', `The character set ${charset.slice(0, MAX_ECHO)} is not supported.`, {
    suggestions: ['Send the body in UTF-8, as application/json.']
  })
