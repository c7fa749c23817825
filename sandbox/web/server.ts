import Fastify, { type FastifyInstance } from 'fastify'
import { addControl } from '../control.ts'
import { braveRoutes } from './brave.ts'
import { jinaRoutes } from './jina.ts'
import { type Limits, PLENTY } from './limits.ts'
import { pageRoutes } from './pages.ts'

/** Brave Search below /brave, Jina Reader at /jina/, and pages for both and for the embedded reader below /pages. It does not listen yet. */
export function buildServer({ limits = PLENTY }: { limits?: Limits } = {}): FastifyInstance {
  const app = Fastify({ routerOptions: { maxParamLength: 2048 } })
  addControl(app)
  braveRoutes(app, limits)
  jinaRoutes(app)
  pageRoutes(app)
  return app
}
