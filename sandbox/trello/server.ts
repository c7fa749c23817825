import Fastify, { type FastifyInstance } from 'fastify'
import { addControl } from '../control.ts'
import { checkCredentials, credentialsOf } from './credentials.ts'
import { createLimits, type Limits, PUBLISHED } from './limits.ts'
import { Refusal } from './refusal.ts'
import { actionRoutes } from './routes/actions.ts'
import { attachmentRoutes } from './routes/attachments.ts'
import { boardRoutes } from './routes/boards.ts'
import { cardRoutes } from './routes/cards.ts'
import { checklistRoutes } from './routes/checklists.ts'
import { listRoutes } from './routes/lists.ts'
import { markRoutes } from './routes/marks.ts'
import { searchRoutes } from './routes/search.ts'
import type { State } from './state/model.ts'
import { seedState } from './state/seed.ts'

export interface ServerOptions {
  limits?: Partial<Limits>
  /** How long the search goes on not to find what was made or changed. Default: not at all. */
  search_lag_ms?: number
  state?: State
}

/** Trello's REST interface, version 1, over a state of its own. It does not listen yet. */
export function buildServer({ limits, search_lag_ms = 0, state = seedState() }: ServerOptions = {}): FastifyInstance {
  const app = Fastify({ routerOptions: { maxParamLength: 1024 } })
  addControl(app)
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  )
  admitOnly(app, createLimits({ ...PUBLISHED, ...limits }))
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error instanceof Refusal ? error.status : (error.statusCode ?? 500)
    return reply.code(status).type('text/plain; charset=utf-8').send(error.message)
  })
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .type('text/plain; charset=utf-8')
      .send(`Cannot ${request.method} ${request.url.split('?')[0]}`)
  )
  const routes = [boardRoutes, listRoutes, cardRoutes, markRoutes, actionRoutes, checklistRoutes, attachmentRoutes]
  app.register(
    async api => {
      for (const add of routes) add(api, state)
      searchRoutes(api, state, search_lag_ms)
    },
    { prefix: '/1' }
  )
  return app
}

/** Limits come before credentials, so that guessing is limited, too. */
function admitOnly(app: FastifyInstance, limits: ReturnType<typeof createLimits>): void {
  app.addHook('onRequest', async (request, reply) => {
    const credentials = credentialsOf(request)
    const { headers, refusal } = limits.admit(credentials.key, credentials.token)
    reply.headers(headers)
    if (refusal) return await reply.code(429).send(refusal)
    checkCredentials(credentials, request.method)
    return undefined
  })
}
