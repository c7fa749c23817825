import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createFaults, type Fault, type Faults } from './control/faults.ts'
import { createRequests, type Received } from './control/requests.ts'
import { serveControl } from './control/serve.ts'

/** What is noted of a request that is under way. */
interface Noted {
  received: Received
  fault?: Fault
}

/** Where a stand-in tells what it received, and is told to fail. No vendor has such a path. */
const CONTROL = '/__sandbox/'

/**
 * Lets a stand-in keep a ledger of what it received, and fail on demand:
 *
 * - `GET /__sandbox/requests`: `{ requests, dropped }`, the last requests in the order of their arrival; see `Received`
 * - `DELETE /__sandbox/requests`: forgets them
 * - `POST /__sandbox/faults` with a `Fault`: the next requests that it matches fail
 * - `DELETE /__sandbox/faults`: none fails any more
 *
 * Call it first, on the outermost instance: hooks that were there before it, such as a check of credentials, would go before it.
 */
export function addControl(app: FastifyInstance): void {
  const requests = createRequests()
  const faults = createFaults()
  const noted = new WeakMap<FastifyRequest, Noted>()

  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(CONTROL)) return await serveControl(request, reply, { requests, faults })
    noted.set(request, { received: requests.note(request.method, request.url) })
    return undefined
  })

  app.addHook('preValidation', async (request, reply) => {
    const note = noted.get(request)
    if (!note) return undefined
    requests.noteBody(note.received, request.body)
    const fault = faults.take(note.received)
    if (!fault) return undefined
    note.fault = fault
    note.received.fault = true
    return fault.answer.after ? undefined : await failWith(fault, faults, request, reply)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const note = noted.get(request)
    if (!note) return payload
    const { fault, received } = note
    const said = fault?.answer.after ? await replaced(fault, faults, request, reply, payload) : payload
    received.status = fault?.answer.cut ? null : reply.statusCode
    return said
  })

  // What a fault holds back would keep the close waiting.
  app.addHook('preClose', async () => faults.end())
}

/** In place of the handler: nothing is done. */
async function failWith({ answer }: Fault, faults: Faults, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  await faults.pause(answer)
  if (answer.cut) return cut(request, reply)
  if (answer.status === undefined) return undefined
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .send(answer.body)
}

/** In place of the handler's answer: what was asked for is done all the same. */
async function replaced(
  { answer }: Fault,
  faults: Faults,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown
): Promise<unknown> {
  await faults.pause(answer)
  if (answer.cut) cut(request, reply)
  if (answer.status === undefined) return payload
  const { body = '' } = answer
  reply
    .code(answer.status)
    .removeHeader('content-length')
    .headers(answer.headers ?? {})
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** The connection ends without an answer. */
function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.raw.socket.destroy()
  return reply.hijack()
}
