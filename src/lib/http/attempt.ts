import type { ClientRequest, IncomingMessage } from 'node:http'
import type { RequestError, Response } from 'got'
import { OperationError, type Outcome } from '../../contract/errors.ts'
import type { Budget } from '../../contract/runtime.ts'
import { startAttempt } from './attempt-log.ts'
import { wasNotExecuted } from './failures.ts'
import { freeConnection } from './free-connection.ts'
import { type Client, loadGot, type Stream } from './got.ts'
import { limitOverhead } from './overhead.ts'
import { countedRequest, gotOptions, isRead, relativeUrl, type UpstreamRequest } from './request.ts'

const DEFAULT_MAX_BODY_BYTES = 10 * 1024 * 1024

const EMPTY_BODY = new Uint8Array()

/** Destroys the stream of a response that is too large, or is sent in too many small pieces. */
const TOO_LARGE = new Error('too large')

/**
 * Sends a request once and resolves with the response; its body is a Uint8Array. Rejects with an error of got, or with an OperationError if the
 * body exceeds `max_body_bytes`. Uses got's stream: its promise API needs a tenth more processor time per call.
 */
export async function attempt(client: Client, request: UpstreamRequest, title: string, budget: Budget | undefined): Promise<Response> {
  const { max_body_bytes = DEFAULT_MAX_BODY_BYTES } = request
  const ended = startAttempt(request.method ?? 'GET', String(client.defaults.options.prefixUrl), request.path)
  const stream = client.stream(relativeUrl(request), attemptOptions(request, budget))
  const { chunks, size } = collectChunks(stream, max_body_bytes)
  freeConnection(stream)
  limitOverhead(stream, size, TOO_LARGE)
  let lastRequest: ClientRequest | undefined
  stream.on('request', sent => {
    lastRequest = sent
    // Observed here because got reports only the final response: redirects count, too.
    sent.once('response', ({ statusCode: status = 0, headers }: IncomingMessage) =>
      budget?.observe({ status, headers, request: countedRequest(request) })
    )
  })
  if (hasNoBody(request)) stream.end()
  try {
    const response = await completeResponse(stream)
    ended(response.statusCode)
    // The upstream responded or redirected before the whole request was sent.
    if (!stream.writableFinished || !lastRequest?.writableFinished) stream.destroy()
    response.body = chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? EMPTY_BODY)
    if (!response.ok) throw new (loadGot().HTTPError)(response)
    return response
  } catch (error) {
    if (!(error instanceof loadGot().HTTPError)) ended(null)
    throw isTooLarge(error) ? tooLarge(title, max_body_bytes, outcomeOf(request, error)) : error
  }
}

function attemptOptions(request: UpstreamRequest, budget: Budget | undefined) {
  const { cost = 1, signal } = request
  return {
    ...gotOptions(request),
    ...(!isRead(request) && { context: { reads: false } }),
    ...(budget && { hooks: { beforeRequest: [() => budget.draw(countedRequest(request), cost, signal)] } })
  }
}

/** Returns the list to which the stream adds its chunks, and their size. Destroys the stream once they exceed the limit. */
function collectChunks(stream: Stream, maxBytes: number): { chunks: readonly Uint8Array[]; size: () => number } {
  const chunks: Uint8Array[] = []
  let length = 0
  stream.on('data', (chunk: Uint8Array) => {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) stream.destroy(TOO_LARGE)
  })
  return { chunks, size: () => length }
}

/** Resolves at the end of the response. Some connection errors reach the stream before got has wrapped them. */
function completeResponse(stream: Stream): Promise<Response> {
  const { RequestError } = loadGot()
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  stream.once('response', (response: Response) => stream.once('end', () => resolve(response)))
  // Not `once`: an error event without a listener ends the process.
  stream.on('error', (error: Error) => reject(error instanceof RequestError ? error : new RequestError(error.message, error, stream)))
  return promise
}

/** For methods other than GET, got waits for a body until the stream is ended. */
const hasNoBody = ({ method = 'GET', json, form, body }: UpstreamRequest): boolean =>
  method !== 'GET' && json === undefined && form === undefined && body === undefined

const isTooLarge = (error: unknown): error is RequestError => error instanceof loadGot().RequestError && error.cause === TOO_LARGE

/** Decided by the status, which arrived before the oversized body. */
function outcomeOf(request: UpstreamRequest, error: RequestError): Outcome {
  if (isRead(request) || wasNotExecuted(error)) return 'not_executed'
  return error.response?.ok ? 'executed' : 'unknown'
}

const tooLarge = (title: string, limit: number, outcome: Outcome): OperationError =>
  new OperationError('server_error', `${title} returned more than ${limit} bytes, or sent them in too many small pieces.`, {
    source: 'upstream',
    outcome,
    limit_bytes: limit,
    retryable: false
  })
