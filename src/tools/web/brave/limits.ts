import type { RateLimitFacts } from '../../../contract/runtime.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** One window of Brave's limits. The headers list them from the shortest to the longest: `1, 15000`. */
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

/**
 * Returns the longest window, the quota of the plan, because a window of one second is of no use to callers. A limit of 0 means that
 * there is none.
 */
export function limitOf(headers: Headers, now: number): RateLimitFacts | undefined {
  const longest = windowsOf(headers)
    .filter(({ limit }) => limit > 0)
    .at(-1)
  if (!longest) return undefined
  const { limit, remaining, reset } = longest
  return { limit, remaining, reset: new Date(now + reset * 1000).toISOString(), used: limit - remaining }
}

/** Returns when an exhausted quota resets. */
export const quotaResetMs = (headers: Headers): number | undefined => {
  const used = windowsOf(headers).findLast(({ limit, remaining }) => limit > 0 && remaining <= 0)
  return used && used.reset * 1000
}
