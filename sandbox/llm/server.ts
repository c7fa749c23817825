import Fastify, { type FastifyInstance } from 'fastify'
import { addControl } from '../control.ts'
import { answerTo, type ChatRequest, refusalOf } from './answer.ts'

const BODY_LIMIT = 10 * 1024 * 1024

/** `POST /v1/chat/completions` as OpenAI has it, by rules in place of a model: the same text is always answered alike. It does not listen yet. */
export function buildServer(): FastifyInstance {
  const app = Fastify({ bodyLimit: BODY_LIMIT })
  addControl(app)
  app.post<{ Body: ChatRequest }>('/v1/chat/completions', async ({ body }, reply) => {
    const refusal = refusalOf(body)
    return refusal === undefined ? answerTo(body) : reply.code(400).send({ error: refusal })
  })
  app.setNotFoundHandler(({ method, url }, reply) =>
    reply.code(404).send({
      error: { message: `Unknown request URL: ${method} ${url}`, type: 'invalid_request_error', param: null, code: 'unknown_url' }
    })
  )
  return app
}
