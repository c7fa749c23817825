import type { BudgetRule, CountedResponse } from '../../contract/runtime.ts'
import { rateLimitOf, retryAfterMs } from '../http/rate-limit.ts'

/** Default duration of a limit that was exceeded, if the response states none. */
const REFUSED_MS = 1_000
const MAX_HOLD_MS = 3_600_000

/** The remaining units that a response reports, and until when that is valid. */
export interface ObservedLimit {
  left: number
  /** Milliseconds since 1970. */
  until: number
}

export function observedLimit(
  { status, headers, limited }: CountedResponse,
  { per_ms, headers: begins }: BudgetRule
): ObservedLimit | undefined {
  const now = Date.now()
  const facts = rateLimitOf(headers, now, begins)
  const resets = facts?.reset ? Date.parse(facts.reset) : now + per_ms
  const until = (time: number): number => Math.min(time, now + MAX_HOLD_MS)
  const left = facts?.remaining ?? null
  if ((status === 429 || limited) && (left === null || left <= 0)) {
    const requested = retryAfterMs(headers, now) ?? limited?.retry_after_ms
    return { left: 0, until: until(requested !== undefined ? now + requested : left === null ? now + REFUSED_MS : resets) }
  }
  return left === null ? undefined : { left: Math.max(0, Math.floor(left)), until: until(resets) }
}
