import { Refusal } from './refusal.ts'

/** Limits of a plan of Brave. */
export interface Limits {
  per_second: number
  per_month: number
}

export const PLENTY: Limits = { per_second: 1_000, per_month: 1_000_000 }

const MONTH_S = 2_592_000

/** Counts in windows of a second and of a month. Returns the headers; throws a refusal with them. */
export function createLimits({ per_second, per_month }: Limits) {
  let [second, inSecond, inMonth] = [0, 0, 0]
  return {
    headers(): Record<string, string> {
      return {
        'x-ratelimit-limit': `${per_second}, ${per_month}`,
        'x-ratelimit-policy': `${per_second};w=1, ${per_month};w=${MONTH_S}`,
        'x-ratelimit-remaining': `${Math.max(0, per_second - inSecond)}, ${Math.max(0, per_month - inMonth)}`,
        'x-ratelimit-reset': '1, 1419704'
      }
    },
    admit(now = Date.now()): void {
      if (now - second >= 1_000) [second, inSecond] = [now, 0]
      if (inMonth >= per_month)
        throw new Refusal(429, 'QUOTA_LIMITED', 'Request quota limit exceeded for plan', { component: 'rate_limiter' })
      if (inSecond >= per_second)
        throw new Refusal(429, 'RATE_LIMITED', 'Request rate limit exceeded for plan', { component: 'rate_limiter' })
      inSecond += 1
      inMonth += 1
    }
  }
}
