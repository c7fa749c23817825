import type { CountedResponse, RateLimitFacts } from '../../contract/runtime.ts'

/** A larger reset value is a Unix time in seconds, not a number of seconds from now. */
const EPOCH_FROM = 1_000_000_000

/** Names of the headers of one limit. */
interface HeaderNames {
  limit: string[]
  remaining: string[]
  reset: string[]
  interval: string[]
  used: string[]
}

const COMMON_NAMES = headerNames('ratelimit', 'x-ratelimit')

/** By prefix. Built once: building them for each response would take longer than reading it. */
const namesByPrefix = new Map<string, HeaderNames>()

type Headers = CountedResponse['headers']

/**
 * Reads the rate limit of a response from headers such as `X-RateLimit-Remaining`, or from those with the given prefix. Undefined if the response
 * reports no limit.
 */
export function rateLimitOf(headers: Headers, now: number, prefix?: string): RateLimitFacts | undefined {
  const names = prefix === undefined ? COMMON_NAMES : namesFor(prefix)
  const [limit, remaining] = [numberIn(headers, names.limit), numberIn(headers, names.remaining)]
  if (limit === null && remaining === null) return undefined
  const reset = dateIn(headers, names.reset) ?? resetAt(numberIn(headers, names.reset), numberIn(headers, names.interval), now)
  return { limit, remaining, reset, used: numberIn(headers, names.used) }
}

function namesFor(prefix: string): HeaderNames {
  const names = namesByPrefix.get(prefix) ?? headerNames(prefix)
  namesByPrefix.set(prefix, names)
  return names
}

function headerNames(...prefixes: string[]): HeaderNames {
  const named = (...suffixes: string[]): string[] => prefixes.flatMap(prefix => suffixes.map(suffix => `${prefix}-${suffix}`))
  return {
    limit: named('limit', 'max'),
    remaining: named('remaining'),
    reset: named('reset'),
    interval: named('interval-ms'),
    used: named('used', 'observed')
  }
}

/** Some vendors send a date, such as `2026-03-02T10:15Z`. */
function dateIn(headers: Headers, names: readonly string[]): string | null {
  for (const name of names) {
    const value = headers[name]
    if (typeof value === 'string' && value.includes('T')) return isoTime(Date.parse(value))
  }
  return null
}

/** A limit that reports only its interval resets after one interval at the latest. */
function resetAt(seconds: number | null, interval: number | null, now: number): string | null {
  if (seconds !== null) return isoTime(seconds >= EPOCH_FROM ? seconds * 1000 : now + seconds * 1000)
  return interval === null ? null : isoTime(now + interval)
}

let last = { at: Number.NaN, text: '' }

/** ISO 8601; null if it is not a time. Cached: all responses of a window report the same time, and formatting it is the slowest part. */
function isoTime(at: number): string | null {
  if (at === last.at) return last.text
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return null
  last = { at, text: date.toISOString() }
  return last.text
}

function numberIn(headers: Headers, names: readonly string[]): number | null {
  for (const name of names) {
    const value = headers[name]
    // `60, 60;w=3600` is 60. A value that only begins with digits, such as a date or `6m0s`, is not a number.
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value.split(',')[0]) : Number.NaN
    if (Number.isFinite(number)) return number
  }
  return null
}

/** Returns Retry-After in milliseconds, from seconds or a date. Undefined if it is absent or invalid. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers['retry-after']
  if (typeof value !== 'string') return undefined
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : undefined
}

/** Returns the milliseconds until an exhausted limit resets. Undefined if the headers report none that is exhausted. */
export function untilResetMs(headers: Headers, now: number): number | undefined {
  const { remaining, reset } = rateLimitOf(headers, now) ?? { remaining: null, reset: null }
  return reset === null || (remaining !== null && remaining > 0) ? undefined : Math.max(0, Date.parse(reset) - now)
}
