import type { FastifyInstance } from 'fastify'
import { OperationError } from '../contract/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers as ever while the gateway closes. */
    whileClosing?: boolean
  }
}

/** When it is worth asking again: another process may have the address by then. */
const TRY_AGAIN_MS = 2000

/** While the gateway closes, what is under way is answered and what is new is turned away. Answers whether it closes. */
export function draining(app: FastifyInstance): () => boolean {
  let isClosing = false
  app.addHook('preClose', done => {
    isClosing = true
    done()
  })
  app.addHook('onRequest', (request, _reply, done) =>
    isClosing && request.routeOptions.config.whileClosing !== true ? done(turnedAway()) : done()
  )
  // A connection whose last answer began before the close would stay open until its caller ends it.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
  return () => isClosing
}

const turnedAway = (): OperationError =>
  new OperationError('shutting_down', 'The gateway is about to stop, and takes no new calls.', {
    source: 'gateway',
    outcome: 'not_executed',
    retry_after_ms: TRY_AGAIN_MS
  })
