import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Response } from 'got'
import type { Budget } from '../../contract/budget.ts'
import { OperationError, type Outcome } from '../../contract/errors.ts'
import type { Body } from './body.ts'
import { countedOf } from './counted.ts'
import { wasNotDone } from './failures.ts'
import { type Client, loadGot } from './got.ts'
import { addressOf, optionsFor, type UpstreamRequest } from './request.ts'

type Request = UpstreamRequest & { reads: boolean }

const LARGEST_BODY = 10 * 1024 * 1024

/** Why an attempt is ended whose answer is too large. */
const TOO_LARGE = new Error('too large')

/** Sends it as often as the client does, and takes no more of an answer than is wanted. Rejects with what got throws, else with an OperationError. */
export async function send(client: Client, request: Request, title: string, budget: Budget | undefined): Promise<Response<Body>> {
  const { largest_body = LARGEST_BODY } = request
  try {
    const pending = client(addressOf(request), optionsWith(request, budget))
    let coming: Answering | undefined
    pending.on('request', sent => {
      // Here, since got itself tells only the last answer.
      sent.once('response', (answer: Answering) => {
        coming = answer
        budget?.heed({ status: answer.statusCode ?? 0, headers: answer.headers, request: countedOf(request) })
      })
    })
    pending.on('downloadProgress', ({ transferred }) => {
      // got's own end, and not that of the socket: what has come is unpacked on without it, to a thousand times its length.
      if (transferred > largest_body) coming?.request?.destroy(TOO_LARGE)
    })
    const response = await pending
    // The end of a short answer may be told as progress too late to end anything.
    if (response.body.length > largest_body) throw tooLarge(title, largest_body, outcomeOf(request, undefined))
    return response
  } catch (thrown) {
    throw isTooLarge(thrown) ? tooLarge(title, largest_body, outcomeOf(request, thrown)) : thrown
  }
}

/** An answer as it comes: on it got notes the attempt that it answers. */
type Answering = IncomingMessage & { request?: Duplex }

const isTooLarge = (thrown: unknown): boolean => thrown instanceof Error && thrown.cause === TOO_LARGE

function optionsWith(request: Request, budget: Budget | undefined) {
  const { reads, cost = 1, signal } = request
  return {
    ...optionsFor(request),
    ...(!reads && { context: { reads } }),
    ...(budget && { hooks: { beforeRequest: [() => budget.draw(countedOf(request), cost, signal)] } })
  }
}

/** By its status, which came before what is too large; without an error it was a success. */
function outcomeOf({ reads }: Request, thrown: unknown): Outcome {
  const error = thrown instanceof loadGot().RequestError ? thrown : undefined
  if (reads || (error && wasNotDone(error))) return 'not_executed'
  return !error || error.response?.ok ? 'executed' : 'unknown'
}

const tooLarge = (title: string, limit: number, outcome: Outcome): OperationError =>
  new OperationError('server_error', `${title} answered more than ${limit} bytes.`, {
    source: 'upstream',
    outcome,
    limit_bytes: limit,
    retryable: false
  })
