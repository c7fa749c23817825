import type { IncomingHttpHeaders } from 'node:http'
import type { RateLimitFacts } from '../../contract/handed.ts'

/** A reset further away than this is a point in time (seconds since 1970), not a distance. */
const EPOCH_FROM = 1_000_000_000

/** Reads the names that vendors use: `RateLimit-*` and `X-RateLimit-*`. Undefined where none is there. */
export function rateLimitOf(headers: IncomingHttpHeaders, now: number): RateLimitFacts | undefined {
  const limit = numberIn(headers, 'limit')
  const remaining = numberIn(headers, 'remaining')
  if (limit === null && remaining === null) return undefined
  return { limit, remaining, reset: resetIn(headers, now), used: numberIn(headers, 'used') ?? numberIn(headers, 'observed') }
}

function resetIn(headers: IncomingHttpHeaders, now: number): string | null {
  const seconds = numberIn(headers, 'reset')
  if (seconds === null) return null
  return new Date(seconds >= EPOCH_FROM ? seconds * 1000 : now + seconds * 1000).toISOString()
}

function numberIn(headers: IncomingHttpHeaders, name: string): number | null {
  const value = headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`]
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value.split(',')[0]) : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** Retry-After in milliseconds, from seconds or a date. */
export function retryAfterMs(headers: IncomingHttpHeaders, now: number): number | undefined {
  const value = headers['retry-after']
  if (value === undefined) return undefined
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : undefined
}
