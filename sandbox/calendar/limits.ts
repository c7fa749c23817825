import type { FastifyInstance } from 'fastify'
import { rateLimitExceeded } from './refusals.ts'

const WINDOW_MS = 60_000

/** Google's limit of requests per minute and user. */
export const MAX_REQUESTS = 600

/** Refuses requests beyond the limit like Google, with status 403 and the reason rateLimitExceeded. */
export function addLimit(app: FastifyInstance, maxRequests: number): void {
  let seen: number[] = []
  app.addHook('onRequest', async ({ url }) => {
    if (!url.startsWith('/calendar/')) return
    const now = performance.now()
    seen = seen.filter(at => at > now - WINDOW_MS)
    if (seen.length >= maxRequests) throw rateLimitExceeded()
    seen.push(now)
  })
}
