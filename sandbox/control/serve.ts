import { json } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Faults } from './faults.ts'
import type { Requests } from './requests.ts'

/** Responds to requests of the control API. It has no routes, so that hooks of the sandbox server, such as a check of credentials, do not apply. */
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
      const problem = faults.add(await json(request.raw).catch(() => undefined))
      return problem === undefined ? reply.code(204).send() : reply.code(400).send({ error: problem })
    }
    case 'DELETE /__sandbox/faults':
      faults.clear()
      return reply.code(204).send()
    default:
      return reply.code(404).send({ error: 'The control API has GET and DELETE /__sandbox/requests, POST and DELETE /__sandbox/faults' })
  }
}
