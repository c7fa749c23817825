import type { Response } from 'got'
import type { Budget } from '../../contract/budget.ts'
import { fromAnswer, toOperationError, type Where } from './failures.ts'
import type { Client } from './got.ts'
import { wordsOf } from './refusal.ts'
import { addressOf, optionsFor, type UpstreamRequest } from './request.ts'

export interface UpstreamStream {
  headers: Response['headers']
  body: AsyncIterable<Uint8Array> & { destroy: () => unknown }
}

/** Whoever reads ends it before: a call has a deadline of its own. */
const LONGEST_MS = 3_600_000

/** Opens a body without waiting for its end: only its beginning must come within the timeout. */
export async function openStream(
  client: Client,
  request: UpstreamRequest,
  { timeout, budget, ...where }: Where & { timeout: number; budget: Budget | undefined }
): Promise<UpstreamStream> {
  const { path, method = 'GET', cost = 1, signal } = request
  const draw = budget && { hooks: { beforeRequest: [() => budget.draw({ method, path, reads: true }, cost, signal)] } }
  const stream = client.stream(addressOf(request), {
    ...optionsFor(request),
    ...draw,
    decompress: false,
    timeout: { request: LONGEST_MS, response: timeout * 1000 }
  })
  try {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    stream.once('response', resolve).once('error', reject)
    const { headers, statusCode, ok } = await promise
    budget?.heed({ status: statusCode, headers, request: { method, path, reads: true } })
    if (!ok) {
      const body = await wordsOf(stream, headers, { timeout_ms: timeout * 1000, signal })
      throw fromAnswer({ statusCode, headers, body }, where, 'not_executed')
    }
    return { headers, body: Object.assign(told(stream, where), { destroy: () => stream.destroy() }) }
  } catch (thrown) {
    throw toOperationError(thrown, where, true)
  }
}

/** What breaks on the way is told as any failure of the system. */
async function* told(stream: AsyncIterable<Uint8Array>, where: Where): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (thrown) {
    throw toOperationError(thrown, where, true)
  }
}
