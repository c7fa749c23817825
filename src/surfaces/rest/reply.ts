import type { FastifyReply, FastifyRequest } from 'fastify'
import { failure, problem } from '../../contract/envelope.ts'
import { asOperationError, OperationError } from '../../contract/errors.ts'
import { failureMarkdown } from '../../contract/render.ts'
import { type Form, formOf } from './negotiate.ts'
import { noteRefusal } from './refusals.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
export const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'

/** Says that nothing was done now: an earlier call with the same key was. */
export const REPLAYED = 'idempotent-replayed'

const CHALLENGE = 'Bearer realm="toolgate"'

/** A success in the envelope. The text is made here, since one stringify is quicker than a serializer a route. */
export function sendJson(reply: FastifyReply, data: unknown, metadata: Record<string, unknown>): FastifyReply {
  return reply.type(JSON_TYPE).send(`{"success":true,"data":${JSON.stringify(data ?? null)},"metadata":${JSON.stringify(metadata)}}`)
}

/** A failure in the form the caller asked for. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, thrown: unknown, system?: string): FastifyReply {
  const error = told(request, thrown)
  noteRefusal(request, error)
  reply.code(error.status).header('cache-control', 'no-store').header('vary', 'Accept')
  if (error.status === 401)
    reply.header('www-authenticate', error.reason === 'key_missing' ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`)
  const wait = error.details.retry_after_ms ?? (error.status === 503 && error.code === 'UNAVAILABLE_ERROR' ? 1000 : undefined)
  if (wait !== undefined) reply.header('retry-after', Math.ceil(wait / 1000))
  if (typeof error.details['accept_encoding'] === 'string') reply.header('accept-encoding', error.details['accept_encoding'])
  if (error.details.replayed === true) reply.header(REPLAYED, 'true')
  const form = formWithoutFail(request.headers.accept)
  if (form === 'problem') return sendProblem(reply, problem(error, request.id, request.url.split('?')[0] ?? '', system))
  const body = failure(error, request.id, system)
  if (form === 'markdown') return reply.type(MARKDOWN_TYPE).send(error.markdown?.() ?? failureMarkdown(body))
  return reply.type(JSON_TYPE).send(JSON.stringify(body))
}

/** The error to tell. What failed behind the door, where no call is logged any more, is logged here. */
export function told(request: FastifyRequest, thrown: unknown): OperationError {
  if (thrown instanceof OperationError) return thrown
  request.log.error({ err: thrown, request_id: request.id }, 'Answering failed')
  const defect = asOperationError(thrown)
  return maySend(request) ? defect : defect.withOutcome('not_executed')
}

/** Whether the request may have changed something: the gateway's own routes do not, unless they call an operation. */
const maySend = ({ method, routeOptions, system }: FastifyRequest): boolean =>
  method !== 'GET' && (routeOptions.config?.system !== undefined || system !== '')

/** As bytes, since Fastify appends a charset to the type of a text, and RFC 9457's type has none. */
const sendProblem = (reply: FastifyReply, body: Record<string, unknown>): FastifyReply =>
  reply.type('application/problem+json').send(Buffer.from(JSON.stringify(body)))

function formWithoutFail(accept: string | undefined): Form {
  try {
    return formOf(accept)
  } catch (error) {
    if (error instanceof OperationError) return 'json'
    throw error
  }
}
