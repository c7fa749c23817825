import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asError, asOperationError, OperationError, type Reason } from '../../contract/errors.ts'
import { withoutInvisible } from '../../lib/invisible.ts'
import { failureEnvelope, problemDetails } from '../../pipeline/failure.ts'
import { failureMarkdown } from '../../pipeline/render.ts'
import { type Form, formOf } from './negotiate.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'

/** Header of a response that an earlier call with the same idempotency key got. */
export const REPLAYED = 'idempotent-replayed'

const CHALLENGE = 'Bearer realm="toolgate"'

/** Sends a success in the envelope. `json`: the data as JSON, if it is known. One `JSON.stringify` is faster than a compiled serializer per route. */
export function sendJson(reply: FastifyReply, data: unknown, metadata: object, json = JSON.stringify(data ?? null)): FastifyReply {
  return reply.type(JSON_TYPE).send(`{"success":true,"data":${json},"metadata":${JSON.stringify(metadata)}}`)
}

/** Sends Markdown for a model, without invisible characters. */
export const sendMarkdown = (reply: FastifyReply, text: string): FastifyReply => reply.type(MARKDOWN_TYPE).send(withoutInvisible(text).text)

/** Sends a failure in the format that the caller accepts. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, thrown: unknown, system?: string): FastifyReply {
  const error = operationErrorOf(request, thrown)
  logRefusal(request, error)
  // Fastify would close the connection while the client still sends, and the client would lose the response.
  if (hasBody(request)) reply.removeHeader('connection')
  reply.code(error.status).header('cache-control', 'no-store').header('vary', 'Accept')
  if (error.status === 401)
    reply.header('www-authenticate', error.reason === 'key_missing' ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`)
  const wait = error.details.retry_after_ms ?? (error.status === 503 && error.code === 'UNAVAILABLE_ERROR' ? 1000 : undefined)
  if (wait !== undefined) reply.header('retry-after', Math.ceil(wait / 1000))
  if (error.reason === 'range_not_satisfiable') reply.header('content-range', `bytes */${error.details['length']}`)
  if (typeof error.details['accept_encoding'] === 'string') reply.header('accept-encoding', error.details['accept_encoding'])
  if (error.details.replayed === true) reply.header(REPLAYED, 'true')
  const form = formOrJson(request.headers.accept)
  if (form === 'problem') return sendProblem(reply, problemDetails(error, request.id, request.url.split('?')[0] ?? '', system))
  const body = failureEnvelope(error, request.id, system)
  if (form === 'markdown') return sendMarkdown(reply, failureMarkdown(error, body))
  return reply.type(JSON_TYPE).send(JSON.stringify(body))
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

/** Returns the error to send. An unexpected one is logged, since it was thrown outside the pipeline, which logs calls. */
export function operationErrorOf(request: FastifyRequest, thrown: unknown): OperationError {
  if (thrown instanceof OperationError) return thrown
  request.log.error({ err: asError(thrown), request_id: request.id }, 'Sending a response failed')
  const defect = asOperationError(thrown)
  return mayChangeSomething(request) ? defect : defect.with({ outcome: 'not_executed' })
}

/** The gateway's own routes change nothing, unless they run an operation. */
const mayChangeSomething = ({ method, routeOptions, system }: FastifyRequest): boolean =>
  method !== 'GET' && (routeOptions.config?.system !== undefined || system !== '')

/** Sends bytes, because Fastify appends a charset to the type of a text, and RFC 9457's type has none. */
const sendProblem = (reply: FastifyReply, body: Record<string, unknown>): FastifyReply =>
  reply.type('application/problem+json').send(Buffer.from(JSON.stringify(body)))

function formOrJson(accept: string | undefined): Form {
  try {
    return formOf(accept)
  } catch (error) {
    if (error instanceof OperationError) return 'json'
    throw error
  }
}

/** Operators need to know of these: someone may be guessing keys. */
const WARNED: ReadonlySet<Reason> = new Set<Reason>(['key_missing', 'key_unknown', 'key_expired', 'host_refused'])

/** Mistakes of callers that never reach an operation. */
const COMMON: ReadonlySet<Reason> = new Set<Reason>([
  'route_not_found',
  'operation_not_found',
  'method_not_allowed',
  'not_acceptable',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_json',
  'shutting_down',
  'client_closed'
])

/** Logs a request that was refused before the pipeline, which logs the others. Never logs the key or the query, which may contain one. */
function logRefusal({ log, method, url, ip }: FastifyRequest, { reason, code }: OperationError): void {
  const level = WARNED.has(reason) ? 'warn' : COMMON.has(reason) ? 'debug' : undefined
  if (level) log[level]({ reason, code, remote_address: ip, method, path: url.split('?')[0] }, 'Request refused')
}

type Refusal = [status: number, reason: Reason, message: string]

const REFUSALS: ReadonlyMap<string, Refusal> = new Map(
  Object.entries<Refusal>({
    HPE_HEADER_OVERFLOW: [
      431,
      'invalid_field_value',
      'The headers, including the query string, are too large: POST /v1/operations/{id} takes the whole input in its body.'
    ],
    ERR_HTTP_REQUEST_TIMEOUT: [408, 'network_timeout', 'The request did not arrive in time.']
  })
)
const INVALID_HTTP: Refusal = [400, 'invalid_field_value', 'The request is not valid HTTP.']

/** Responds to a request that Node cannot parse, in the envelope too. For Fastify's `clientErrorHandler`. */
export function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason, message] = REFUSALS.get(error.code ?? '') ?? INVALID_HTTP
  const body = JSON.stringify(failureEnvelope(new OperationError(reason, message), randomUUID()))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close'
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
