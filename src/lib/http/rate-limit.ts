import type { CountedAnswer } from '../../contract/budget.ts'
import type { RateLimitFacts } from '../../contract/handed.ts'

/** A reset further away than this is a point in time (seconds since 1970), not a distance. */
const EPOCH_FROM = 1_000_000_000

/** The headers that tell of one limit, by what they tell. */
interface Names {
  limit: string[]
  remaining: string[]
  reset: string[]
  interval: string[]
  used: string[]
}

/** Of vendors who tell of one limit. */
const USUAL = namesOf('ratelimit', 'x-ratelimit')

/** Of others, by how they begin. Names are put together once: at each answer it would take longer than all else that is read of it. */
const others = new Map<string, Names>()

type Headers = CountedAnswer['headers']

/** Reads the names that vendors use, such as `X-RateLimit-Remaining`, or those that begin so. Undefined where none is there. */
export function rateLimitOf(headers: Headers, now: number, begins?: string): RateLimitFacts | undefined {
  const names = begins === undefined ? USUAL : namesBeginning(begins)
  const [limit, remaining] = [numberIn(headers, names.limit), numberIn(headers, names.remaining)]
  if (limit === null && remaining === null) return undefined
  const reset = dateIn(headers, names.reset) ?? resetAt(numberIn(headers, names.reset), numberIn(headers, names.interval), now)
  return { limit, remaining, reset, used: numberIn(headers, names.used) }
}

function namesBeginning(begins: string): Names {
  const names = others.get(begins) ?? namesOf(begins)
  others.set(begins, names)
  return names
}

function namesOf(...begins: string[]): Names {
  const named = (...facts: string[]): string[] => begins.flatMap(begin => facts.map(fact => `${begin}-${fact}`))
  return {
    limit: named('limit', 'max'),
    remaining: named('remaining'),
    reset: named('reset'),
    interval: named('interval-ms'),
    used: named('used', 'observed')
  }
}

/** Some vendors write the time out: `2026-03-02T10:15Z`. */
function dateIn(headers: Headers, names: readonly string[]): string | null {
  for (const name of names) {
    const value = headers[name]
    if (typeof value === 'string' && value.includes('T')) return written(Date.parse(value))
  }
  return null
}

/** A limit that tells its interval and not when it ends is whole again an interval later at the latest. */
function resetAt(seconds: number | null, interval: number | null, now: number): string | null {
  if (seconds !== null) return written(seconds >= EPOCH_FROM ? seconds * 1000 : now + seconds * 1000)
  return interval === null ? null : written(now + interval)
}

let last = { at: Number.NaN, text: '' }

/** As ISO 8601; null where it is no time. All answers of a window tell one time, and to write it takes longer than all else that is read of a limit. */
function written(at: number): string | null {
  if (at === last.at) return last.text
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return null
  last = { at, text: date.toISOString() }
  return last.text
}

function numberIn(headers: Headers, names: readonly string[]): number | null {
  for (const name of names) {
    const value = headers[name]
    // `60, 60;w=3600` is 60; what only begins with digits, such as a date or `6m0s`, is no number.
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value.split(',')[0]) : Number.NaN
    if (Number.isFinite(number)) return number
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
