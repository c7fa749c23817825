import type { CountedAnswer } from '../../contract/budget.ts'
import type { RateLimitFacts } from '../../contract/handed.ts'

/** A reset further away than this is a point in time (seconds since 1970), not a distance. */
const EPOCH_FROM = 1_000_000_000

/** How the headers begin in which vendors tell of their one limit. */
const USUAL = ['ratelimit', 'x-ratelimit']

type Headers = CountedAnswer['headers']

/** Reads the names that vendors use, such as `X-RateLimit-Remaining`. Undefined where none is there. */
export function rateLimitOf(headers: Headers, now: number, begins: readonly string[] = USUAL): RateLimitFacts | undefined {
  const read = (...names: string[]): number | null => numberIn(headers, begins, names)
  const [limit, remaining] = [read('limit', 'max'), read('remaining')]
  if (limit === null && remaining === null) return undefined
  const reset = dateIn(headers, begins) ?? resetAt(read('reset'), read('interval-ms'), now)
  return { limit, remaining, reset, used: read('used', 'observed') }
}

/** Some vendors write the time out: `2026-03-02T10:15Z`. */
function dateIn(headers: Headers, begins: readonly string[]): string | undefined {
  const text = begins.map(begin => headers[`${begin}-reset`]).find(value => typeof value === 'string' && value.includes('T'))
  const time = new Date(String(text))
  return text === undefined || Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** A limit that tells its interval and not when it ends is whole again an interval later at the latest. */
function resetAt(seconds: number | null, interval: number | null, now: number): string | null {
  if (seconds !== null) return new Date(seconds >= EPOCH_FROM ? seconds * 1000 : now + seconds * 1000).toISOString()
  return interval === null ? null : new Date(now + interval).toISOString()
}

function numberIn(headers: Headers, begins: readonly string[], names: readonly string[]): number | null {
  for (const begin of begins) {
    for (const name of names) {
      const value = headers[`${begin}-${name}`]
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value.split(',')[0]) : Number.NaN
      if (Number.isFinite(number)) return number
    }
  }
  return null
}

/** Retry-After in milliseconds, from seconds or a date. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers['retry-after']
  if (typeof value !== 'string') return undefined
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : undefined
}

/** Milliseconds until a limit that is used up is whole again; undefined where the headers tell of none that is. */
export function untilResetMs(headers: Headers, now: number): number | undefined {
  const { remaining, reset } = rateLimitOf(headers, now) ?? { remaining: null, reset: null }
  return reset === null || (remaining !== null && remaining > 0) ? undefined : Math.max(0, Date.parse(reset) - now)
}
