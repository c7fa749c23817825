import type { RateLimitFacts } from '../../../contract/handed.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** One window of Brave's limits. The headers tell one after another, from the shortest on: `1, 15000`. */
interface Window {
  limit: number
  remaining: number
  /** Seconds from now. */
  reset: number
}

export function windowsOf(headers: Headers): Window[] {
  const [limits, remaining, resets] = ['limit', 'remaining', 'reset'].map(name => numbersIn(headers[`x-ratelimit-${name}`]))
  return (limits ?? []).map((limit, at) => ({ limit, remaining: remaining?.[at] ?? 0, reset: resets?.[at] ?? 0 }))
}

const numbersIn = (value: string | string[] | undefined): number[] =>
  value === undefined
    ? []
    : String(value)
        .split(',')
        .map(part => Number(part.trim()))
        .filter(Number.isFinite)

/** The longest window, which the plan is about: that of a second says nothing to who reads it. A limit of 0 means that there is none. */
export function limitOf(headers: Headers, now: number): RateLimitFacts | undefined {
  const longest = windowsOf(headers)
    .filter(({ limit }) => limit > 0)
    .at(-1)
  if (!longest) return undefined
  const { limit, remaining, reset } = longest
  return { limit, remaining, reset: new Date(now + reset * 1000).toISOString(), used: limit - remaining }
}

/** When a quota that is used up begins anew. */
export const quotaResetMs = (headers: Headers): number | undefined => {
  const used = windowsOf(headers).findLast(({ limit, remaining }) => limit > 0 && remaining <= 0)
  return used && used.reset * 1000
}
