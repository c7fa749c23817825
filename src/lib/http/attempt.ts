import type { ClientRequest, IncomingMessage } from 'node:http'
import type { RequestError, Response } from 'got'
import type { Budget } from '../../contract/budget.ts'
import { OperationError, type Outcome } from '../../contract/errors.ts'
import { countedOf } from './counted.ts'
import { wasNotDone } from './failures.ts'
import { type Client, loadGot, type Stream } from './got.ts'
import { addressOf, type KnownRequest, optionsFor } from './request.ts'

const LARGEST_BODY = 10 * 1024 * 1024

const NOTHING = new Uint8Array()

/** Why an attempt is ended whose answer is too large. */
const TOO_LARGE = new Error('too large')

/** Sends it once, and takes no more of an answer than is wanted; its body is bytes. Rejects with an error of got, else with an OperationError. */
export async function attempt(client: Client, request: KnownRequest, title: string, budget: Budget | undefined): Promise<Response> {
  const { largest_body = LARGEST_BODY } = request
  try {
    return await answerTo(client, request, largest_body, budget)
  } catch (thrown) {
    throw isTooLarge(thrown) ? tooLarge(title, largest_body, outcomeOf(request, thrown)) : thrown
  }
}

/** By got's stream: its promise takes a tenth more of the processor for each call. */
async function answerTo(client: Client, request: KnownRequest, most: number, budget: Budget | undefined): Promise<Response> {
  const stream = client.stream(addressOf(request), optionsWith(request, budget))
  const chunks = gathered(stream, most)
  let last: ClientRequest | undefined
  stream.on('request', sent => {
    last = sent
    // Here, since got itself tells only the last answer: others may have led to it.
    sent.once('response', (answer: IncomingMessage) => heed(answer, request, budget))
  })
  if (isBare(request)) stream.end()
  const answer = await answered(stream)
  // It was answered before all was sent, or led on before.
  if (!stream.writableFinished || !last?.writableFinished) stream.destroy()
  answer.body = whole(chunks)
  if (!answer.ok) throw new (loadGot().HTTPError)(answer)
  return answer
}

/** What comes, as it comes. What is too large is ended. */
function gathered(stream: Stream, most: number): readonly Uint8Array[] {
  const chunks: Uint8Array[] = []
  let length = 0
  stream.on('data', (chunk: Uint8Array) => {
    chunks.push(chunk)
    length += chunk.length
    if (length > most) stream.destroy(TOO_LARGE)
  })
  return chunks
}

/** Resolves when all of it is there. Some failures of a connection come from the stream before got has made them its own. */
function answered(stream: Stream): Promise<Response> {
  const { RequestError } = loadGot()
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  stream.once('response', (answer: Response) => stream.once('end', () => resolve(answer)))
  // For good, since an error that nobody listens to ends the process.
  stream.on('error', (error: Error) => reject(error instanceof RequestError ? error : new RequestError(error.message, error, stream)))
  return promise
}

const heed = ({ statusCode: status = 0, headers }: IncomingMessage, request: KnownRequest, budget: Budget | undefined): void =>
  budget?.heed({ status, headers, request: countedOf(request) })

/** Mostly it is one. */
function whole(chunks: readonly Uint8Array[]): Uint8Array {
  const [first = NOTHING] = chunks
  return chunks.length > 1 ? Buffer.concat(chunks) : first
}

/** Of other methods got waits for a body, until it is told that none comes. */
const isBare = ({ method = 'GET', json, form, body }: KnownRequest): boolean =>
  method !== 'GET' && json === undefined && form === undefined && body === undefined

const isTooLarge = (thrown: unknown): thrown is RequestError => thrown instanceof loadGot().RequestError && thrown.cause === TOO_LARGE

function optionsWith(request: KnownRequest, budget: Budget | undefined) {
  const { reads, cost = 1, signal } = request
  return {
    ...optionsFor(request),
    ...(!reads && { context: { reads } }),
    ...(budget && { hooks: { beforeRequest: [() => budget.draw(countedOf(request), cost, signal)] } })
  }
}

/** By its status, which came before what is too large. */
function outcomeOf({ reads }: KnownRequest, error: RequestError): Outcome {
  if (reads || wasNotDone(error)) return 'not_executed'
  return error.response?.ok ? 'executed' : 'unknown'
}

const tooLarge = (title: string, limit: number, outcome: Outcome): OperationError =>
  new OperationError('server_error', `${title} answered more than ${limit} bytes.`, {
    source: 'upstream',
    outcome,
    limit_bytes: limit,
    retryable: false
  })
