import type { FastifyInstance } from 'fastify'
import { GoogleFailure } from '../google/errors.ts'

const WINDOW_MS = 60_000

/** Units that one user of a project that used Gmail before May 2026 may draw in any minute. */
export const MOST_UNITS = 15_000

/** What Google publishes; the first row that fits. */
const UNITS: readonly [method: string, path: RegExp, units: number][] = [
  ['POST', /\/messages\/batch(Modify|Delete)$/, 50],
  ['POST', /\/(messages|drafts)\/send$/, 100],
  ['POST', /\/drafts$/, 10],
  ['DELETE', /\/(messages|drafts)\//, 10],
  ['GET', /\/threads\//, 10],
  ['GET', /\/history$/, 2],
  ['GET', /\/(labels|profile)\b/, 1]
]
const USUAL = 5

const unitsOf = (method: string, path: string): number => UNITS.find(([verb, route]) => verb === method && route.test(path))?.[2] ?? USUAL

/** Refuses what is over the units of a minute, as Gmail does: by its reason, with a status that elsewhere means a permission. */
export function addLimit(app: FastifyInstance, most: number): void {
  let drawn: { at: number; units: number }[] = []
  app.addHook('onRequest', async ({ method, url }) => {
    const [path = ''] = url.split('?')
    if (!path.includes('/gmail/')) return
    const now = performance.now()
    const units = unitsOf(method, path)
    drawn = drawn.filter(({ at }) => at > now - WINDOW_MS)
    if (drawn.reduce((sum, draw) => sum + draw.units, units) > most) throw tooFast()
    drawn.push({ at: now, units })
  })
}

const tooFast = (): GoogleFailure =>
  new GoogleFailure(
    403,
    "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user' of service 'gmail.googleapis.com'.",
    'rateLimitExceeded',
    'PERMISSION_DENIED',
    { domain: 'usageLimits' }
  )
