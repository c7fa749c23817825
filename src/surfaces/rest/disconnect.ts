import type { FastifyReply } from 'fastify'

/**
 * Aborts when the caller goes away before the answer is sent. Fastify's request.signal does not serve: the request itself closes as soon as its
 * body was read.
 */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
