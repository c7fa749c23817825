import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createFaults, type Fault, type Faults } from './control/faults.ts'
import { createRequests, type Received } from './control/requests.ts'
import { serveControl } from './control/serve.ts'

/** The record of a request in progress, and the fault that it meets. */
interface Recorded {
  received: Received
  fault?: Fault
}

/** Path prefix of the control API. No vendor has such a path. */
const CONTROL = '/__sandbox/'

/**
 * Makes a sandbox server record what it receives, and fail on demand:
 *
 * - `GET /__sandbox/requests`: `{ requests, dropped }`, the last requests in order of arrival; see `Received`
 * - `DELETE /__sandbox/requests`: clears them
 * - `POST /__sandbox/faults` with a `Fault`: the next requests that match it fail
 * - `DELETE /__sandbox/faults`: removes all faults
 *
 * Call it first, on the root instance, so that its hooks run before all others, such as a check of credentials.
 */
export function addControl(app: FastifyInstance): void {
  const requests = createRequests()
  const faults = createFaults()
  const recorded = new WeakMap<FastifyRequest, Recorded>()

  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(CONTROL)) return await serveControl(request, reply, { requests, faults })
    recorded.set(request, { received: requests.record(request.method, request.url) })
    return undefined
  })

  app.addHook('preValidation', async (request, reply) => {
    const record = recorded.get(request)
    if (!record) return undefined
    requests.recordBody(record.received, request.body)
    const fault = faults.take(record.received)
    if (!fault) return undefined
    record.fault = fault
    record.received.fault = true
    return fault.response.after ? undefined : await failWith(fault, faults, request, reply)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const record = recorded.get(request)
    if (!record) return payload
    const { fault, received } = record
    received.done = reply.statusCode < 400 && !replacesHandler(fault)
    const result = fault?.response.after ? await replaceResponse(fault, faults, request, reply, payload) : payload
    received.status = fault?.response.cut ? null : reply.statusCode
    return result
  })

  // A held response would delay the close.
  app.addHook('preClose', async () => faults.end())
}

/** Whether a fault responds instead of the handler. */
const replacesHandler = (fault: Fault | undefined): boolean =>
  fault !== undefined && !fault.response.after && (fault.response.cut === true || fault.response.status !== undefined)

/** Responds instead of the handler, which does not run. */
async function failWith({ response }: Fault, faults: Faults, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  await faults.pause(response)
  if (response.cut) return cut(request, reply)
  if (response.status === undefined) return undefined
  return reply
    .code(response.status)
    .headers(response.headers ?? {})
    .send(response.body)
}

/** Replaces the handler's response, after the handler has run. */
async function replaceResponse(
  { response }: Fault,
  faults: Faults,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown
): Promise<unknown> {
  await faults.pause(response)
  if (response.cut) cut(request, reply)
  if (response.status === undefined) return payload
  const { body = '' } = response
  reply
    .code(response.status)
    .removeHeader('content-length')
    .headers(response.headers ?? {})
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** Closes the connection without a response. */
function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.raw.socket.destroy()
  return reply.hijack()
}
