import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { addControl } from '../control.ts'
import { notImplemented } from '../not-implemented.ts'
import { answerTo, type ChatRequest, refusalOf } from './answer.ts'
import { addEmbeddings } from './embeddings.ts'

const BODY_LIMIT = 10 * 1024 * 1024

/**
 * Serves `POST /v1/chat/completions` and `POST /v1/embeddings` like OpenAI, with rules instead of a model: the same text always gets the same
 * response. Does not listen yet.
 */
export function buildServer(): FastifyInstance {
  const app = Fastify({ bodyLimit: BODY_LIMIT })
  addControl(app)
  app.post<{ Body: ChatRequest }>('/v1/chat/completions', async ({ body }, reply) => {
    const refusal = refusalOf(body)
    return refusal === undefined ? answerTo(body) : reply.code(400).send({ error: refusal })
  })
  addEmbeddings(app)
  app.setNotFoundHandler(sendUnknown)
  // The body of an unknown method is not read.
  app.setErrorHandler((error, request, reply) => (request.is404 ? sendUnknown(request, reply) : reply.send(error)))
  return app
}

const sendUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.code(501).send({
    error: { message: notImplemented(request), type: 'invalid_request_error', param: null, code: 'not_implemented' }
  })
