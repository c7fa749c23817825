import type { RateLimitFacts } from '../../../contract/handed.ts'
import type { UpstreamAnswer } from '../../../lib/http/upstream.ts'

type Headers = UpstreamAnswer['headers']

/** The scarcer of the limits of token and key. When a window began is not told, so it ends within one interval. */
export function rateLimitIn(headers: Headers, now: number): RateLimitFacts | undefined {
  const limits = ['token', 'key'].flatMap(whose => limitOf(headers, whose, now) ?? [])
  return limits.toSorted((a, b) => (a.remaining ?? 0) - (b.remaining ?? 0))[0]
}

function limitOf(headers: Headers, whose: string, now: number): RateLimitFacts | undefined {
  const [limit, remaining, interval] = ['max', 'remaining', 'interval-ms'].map(name =>
    numberIn(headers, `x-rate-limit-api-${whose}-${name}`)
  )
  if (limit === undefined || remaining === undefined) return undefined
  const reset = interval === undefined ? null : new Date(now + interval).toISOString()
  return { limit, remaining, reset, used: limit - remaining }
}

function numberIn(headers: Headers, name: string): number | undefined {
  const value = headers[name]
  const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}
