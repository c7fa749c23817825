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

/** Why a request is ended whose answer is too large. */
const TOO_LARGE = new Error('too large')

/** Sends it as often as the client does, and takes no more of an answer than is wanted. Rejects with what got throws, else with an OperationError. */
export async function send(client: Client, request: Request, title: string, budget: Budget | undefined): Promise<Response<Body>> {
  const { largest_body = LARGEST_BODY, signal } = request
  // got's own end, and not that of the socket: what has come is unpacked on without it, to a thousand times its length.
  const ending = new AbortController()
  const leave = (): void => ending.abort(signal.reason)
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave)
  try {
    const pending = start(client, request, ending.signal, budget)
    pending.on('downloadProgress', ({ transferred }) => {
      if (transferred > largest_body) ending.abort(TOO_LARGE)
    })
    const response = await pending
    // The end of a short answer may be told as progress too late to end anything.
    if (response.body.length > largest_body) throw tooLarge(title, largest_body, outcomeOf(request, undefined))
    return response
  } catch (thrown) {
    throw ending.signal.reason === TOO_LARGE ? tooLarge(title, largest_body, outcomeOf(request, thrown)) : thrown
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

function start(client: Client, request: Request, signal: AbortSignal, budget: Budget | undefined) {
  const { reads, cost = 1 } = request
  const options = { ...optionsFor(request), signal, ...(!reads && { context: { reads } }) }
  if (!budget) return client(addressOf(request), options)
  const counted = countedOf(request)
  const pending = client(addressOf(request), { ...options, hooks: { beforeRequest: [() => budget.draw(counted, cost, signal)] } })
  pending.on('request', sent => {
    // Here, since got itself tells only the last answer.
    sent.once('response', ({ statusCode = 0, headers }) => budget.heed({ status: statusCode, headers, request: counted }))
  })
  return pending
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
