import type { FastifyInstance } from 'fastify'
import { GoogleFailure } from '../google/errors.ts'

const WINDOW_MS = 60_000

/** Quota units per minute and user, for projects created before May 2026. */
export const MAX_UNITS = 15_000

/** Quota units per request, as Google publishes them. The first matching row counts. */
const UNITS: readonly [method: string, path: RegExp, units: number][] = [
  ['POST', /\/messages\/batch(Modify|Delete)$/, 50],
  ['POST', /\/(messages|drafts)\/send$/, 100],
  ['POST', /\/drafts$/, 10],
  ['PUT', /\/drafts\//, 15],
  ['POST', /\/threads\//, 10],
  ['GET', /\/settings\//, 1],
  ['DELETE', /\/(messages|drafts)\//, 10],
  ['GET', /\/threads\//, 10],
  ['GET', /\/history$/, 2],
  ['GET', /\/(labels|profile)\b/, 1]
]
const DEFAULT_UNITS = 5

const unitsOf = (method: string, path: string): number =>
  UNITS.find(([verb, route]) => verb === method && route.test(path))?.[2] ?? DEFAULT_UNITS

/** Refuses requests beyond the units per minute like Gmail, with status 403 and the reason rateLimitExceeded. */
export function addLimit(app: FastifyInstance, maxUnits: number): void {
  let used: { at: number; units: number }[] = []
  app.addHook('onRequest', async ({ method, url }) => {
    const [path = ''] = url.split('?')
    if (!path.includes('/gmail/')) return
    const now = performance.now()
    const units = unitsOf(method, path)
    used = used.filter(({ at }) => at > now - WINDOW_MS)
    if (used.reduce((sum, request) => sum + request.units, units) > maxUnits) throw rateLimitExceeded()
    used.push({ at: now, units })
  })
}

const rateLimitExceeded = (): GoogleFailure =>
  new GoogleFailure(
    403,
    "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user' of service 'gmail.googleapis.com'.",
    'rateLimitExceeded',
    'PERMISSION_DENIED',
    { domain: 'usageLimits' }
  )
