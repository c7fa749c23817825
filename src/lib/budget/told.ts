import type { BudgetRule, CountedAnswer } from '../../contract/budget.ts'
import { rateLimitOf, retryAfterMs } from '../http/rate-limit.ts'

/** After a refusal that names no time. */
const REFUSED_MS = 1_000
const LONGEST_HOLD_MS = 3_600_000

/** What an answer of the system says is left of a limit, and until when. */
export interface Told {
  left: number
  /** Milliseconds since 1970. */
  until: number
}

export function toldBy({ status, headers, limited }: CountedAnswer, { per_ms, headers: begins }: BudgetRule): Told | undefined {
  const now = Date.now()
  const facts = rateLimitOf(headers, now, begins)
  const resets = facts?.reset ? Date.parse(facts.reset) : now + per_ms
  const until = (time: number): number => Math.min(time, now + LONGEST_HOLD_MS)
  const left = facts?.remaining ?? null
  if ((status === 429 || limited) && (left === null || left <= 0)) {
    const asked = retryAfterMs(headers, now) ?? limited?.retry_after_ms
    return { left: 0, until: until(asked !== undefined ? now + asked : left === null ? now + REFUSED_MS : resets) }
  }
  return left === null ? undefined : { left: Math.max(0, Math.floor(left)), until: until(resets) }
}
