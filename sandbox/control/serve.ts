import { json } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Faults } from './faults.ts'
import type { Requests } from './requests.ts'

/** Answers a request to the control itself. Not by routes: whatever the stand-in asks of its callers is not asked here. */
export async function serveControl(
  request: FastifyRequest,
  reply: FastifyReply,
  { requests, faults }: { requests: Requests; faults: Faults }
): Promise<FastifyReply> {
  switch (`${request.method} ${request.url}`) {
    case 'GET /__sandbox/requests':
      return reply.send(requests.read())
    case 'DELETE /__sandbox/requests':
      requests.clear()
      return reply.code(204).send()
    case 'POST /__sandbox/faults': {
      const wrong = faults.add(await json(request.raw).catch(() => undefined))
      return wrong === undefined ? reply.code(204).send() : reply.code(400).send({ error: wrong })
    }
    case 'DELETE /__sandbox/faults':
      faults.clear()
      return reply.code(204).send()
    default:
      return reply.code(404).send({ error: 'There are GET and DELETE /__sandbox/requests, POST and DELETE /__sandbox/faults' })
  }
}
