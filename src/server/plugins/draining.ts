import type { FastifyInstance } from 'fastify'
import { OperationError } from '../../contract/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Serves the route while the gateway closes. */
    whileClosing?: boolean
  }
}

/** Retry-After: another process may listen by then. */
const RETRY_AFTER_MS = 2000

/** While the gateway closes, finishes requests in progress and refuses new ones. Returns a function that reports whether it is closing. */
export function draining(app: FastifyInstance): () => boolean {
  let isClosing = false
  app.addHook('preClose', done => {
    isClosing = true
    done()
  })
  app.addHook('onRequest', (request, _reply, done) =>
    isClosing && request.routeOptions.config.whileClosing !== true ? done(shuttingDown()) : done()
  )
  // A connection whose last response began before the close would stay open until its client closes it.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
  return () => isClosing
}

const shuttingDown = (): OperationError =>
  new OperationError('shutting_down', 'The gateway is shutting down and accepts no new calls.', {
    source: 'gateway',
    outcome: 'not_executed',
    retry_after_ms: RETRY_AFTER_MS
  })
