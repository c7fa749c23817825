import type { FastifyInstance } from 'fastify'
import { tooFast } from './refusals.ts'

const WINDOW_MS = 60_000

/** Google's: requests of one user in any minute. */
export const MOST_REQUESTS = 600

/** Refuses what is over the limit, by its reason: Google's status for that is 403. */
export function addLimit(app: FastifyInstance, most: number): void {
  let seen: number[] = []
  app.addHook('onRequest', async ({ url }) => {
    if (!url.startsWith('/calendar/')) return
    const now = performance.now()
    seen = seen.filter(at => at > now - WINDOW_MS)
    if (seen.length >= most) throw tooFast()
    seen.push(now)
  })
}
