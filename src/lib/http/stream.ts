import type { Response } from 'got'
import type { Budget, Circuit } from '../../contract/runtime.ts'
import { startAttempt } from './attempt-log.ts'
import { type ErrorContext, responseError, toOperationError } from './failures.ts'
import { freeConnection } from './free-connection.ts'
import type { Client } from './got.ts'
import { limitOverhead, tooManyPieces } from './overhead.ts'
import { ownHostHook } from './redirects.ts'
import { type DownloadRequest, gotOptions, relativeUrl } from './request.ts'
import { runAttempt } from './run-attempt.ts'

export interface UpstreamStream {
  headers: Response['headers']
  body: AsyncIterable<Uint8Array> & { destroy: () => unknown }
}

/** The call's own deadline ends a download earlier. */
const MAX_MS = 3_600_000

/** 4,096 characters of an error body are read, each of at most four bytes. */
const MAX_ERROR_BYTES = 16 * 1024

type StreamOptions = ErrorContext & { url: string; timeout: number; budget: Budget | undefined; circuit: Circuit | undefined }

/** Opens the body of a response as a stream of any length. Only the headers must arrive within the timeout. Not retried. */
export const openStream = (client: Client, request: DownloadRequest, options: StreamOptions): Promise<UpstreamStream> =>
  runAttempt(request, { ...options, operationError: error => error, statusOf: () => undefined }, sent => open(client, sent, options))

async function open(
  client: Client,
  request: DownloadRequest,
  { url, timeout, budget, ...context }: StreamOptions
): Promise<UpstreamStream> {
  const { path, method = 'GET', cost = 1, signal, subject, may_redirect_to: admits } = request
  const counted = { method, path, reads: true }
  const ended = startAttempt(method, String(client.defaults.options.prefixUrl), path)
  const stream = client.stream(relativeUrl(request), {
    ...gotOptions(request),
    hooks: {
      ...(budget && { beforeRequest: [() => budget.draw(counted, cost, signal)] }),
      ...(admits && { beforeRedirect: [ownHostHook(context.title, new URL(url), admits)] })
    },
    decompress: false,
    timeout: { request: MAX_MS, response: timeout * 1000 }
  })
  let size = 0
  freeConnection(stream)
  limitOverhead(stream, () => size, tooManyPieces(context.title))
  const operationError = (error: unknown): unknown => toOperationError(error, context, { reads: true, ...(subject && { subject }) })
  try {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    stream.once('response', resolve).once('error', reject)
    const { headers, statusCode, ok } = await promise.catch(error => {
      ended(null)
      throw error
    })
    ended(statusCode)
    budget?.observe({ status: statusCode, headers, request: counted })
    if (!ok) {
      const body = await errorBody(stream, headers, { timeout_ms: timeout * 1000, signal })
      throw responseError({ statusCode, headers, body }, context, 'not_executed', subject)
    }
    const count = (bytes: number): void => {
      size += bytes
    }
    return { headers, body: Object.assign(chunksOf(stream, count, operationError), { destroy: () => stream.destroy() }) }
  } catch (error) {
    throw operationError(error)
  }
}

async function* chunksOf(
  stream: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
  operationError: (error: unknown) => unknown
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) {
      count(chunk.length)
      yield chunk
    }
  } catch (error) {
    throw operationError(error)
  }
}

/**
 * Returns the beginning of an error body, as far as it arrives within `timeout_ms`, and destroys the stream. Empty if the body is
 * compressed. Throws only if the signal aborts first.
 */
async function errorBody(
  stream: UpstreamStream['body'],
  headers: Response['headers'],
  { timeout_ms, signal }: { timeout_ms: number; signal: AbortSignal }
): Promise<Uint8Array> {
  const timer = setTimeout(() => stream.destroy(), timeout_ms)
  const body = isCompressed(headers) ? new Uint8Array() : await firstBytes(stream)
  clearTimeout(timer)
  stream.destroy()
  signal.throwIfAborted()
  return body
}

const isCompressed = ({ 'content-encoding': encoding = 'identity' }: Response['headers']): boolean => encoding !== 'identity'

async function firstBytes(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of stream) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= MAX_ERROR_BYTES) break
    }
  } catch {
    // The part that arrived before the failure is still used.
  }
  return Buffer.concat(chunks).subarray(0, MAX_ERROR_BYTES)
}
