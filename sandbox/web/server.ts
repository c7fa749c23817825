import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { addControl } from '../control.ts'
import { notImplemented } from '../not-implemented.ts'
import { braveRoutes, sendBraveRefusal } from './brave.ts'
import { jinaRoutes, sendJinaRefusal } from './jina.ts'
import { type Limits, PLENTY } from './limits.ts'
import { pageRoutes } from './pages.ts'
import { Refusal } from './refusal.ts'

/**
 * Brave Search below /brave, Jina Reader at /jina/, and the pages for both and for the embedded reader below /pages. Does not listen
 * yet.
 */
export function buildServer({ limits = PLENTY }: { limits?: Limits } = {}): FastifyInstance {
  const app = Fastify({ routerOptions: { maxParamLength: 2048 } })
  addControl(app)
  braveRoutes(app, limits)
  jinaRoutes(app)
  pageRoutes(app)
  app.setNotFoundHandler(sendUnknown)
  // The body of an unknown method is not read.
  app.setErrorHandler((error, request, reply) => (request.is404 ? sendUnknown(request, reply) : reply.send(error)))
  return app
}

const sendUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  request.url.startsWith('/jina')
    ? sendJinaRefusal(reply, 501, 50100, 'NotImplementedError', notImplemented(request))
    : sendBraveRefusal(new Refusal(501, 'NOT_IMPLEMENTED', notImplemented(request), {}), reply)
