import type { BudgetLane, BudgetRule, CountedResponse } from '../../contract/runtime.ts'
import type { Lease, LeaseRequest } from './lease-script.ts'
import { type ObservedLimit, observedLimit } from './observed-limit.ts'
import { sizeOf } from './size.ts'

/** A granted lease is valid at least this long, however slowly Redis responded, so that the waiting call can use it. */
const MIN_USE_MS = 5

/** One limit, and the units that this process has leased. */
export type Limit = ReturnType<typeof createLimit>

export function createLimit(rule: BudgetRule, lane: BudgetLane, scope: { system: string; instance: string }) {
  const { fixed, leaseMs, maxBlock, bulkPace } = sizeOf(rule, lane, scope)
  const held = { left: 0, taken: 0, until: 0, slice: '' }
  let block = 0
  let reported: ObservedLimit | undefined
  let known: { remaining: number; reset: number } | undefined

  return {
    rule,
    /** Whether the lease has enough units. */
    has: (units: number, now: number): boolean => now < held.until && held.left >= units,
    take(units: number): void {
      held.left -= units
      held.taken += units
    },
    leftUntil: (): number => (held.left > 0 ? held.until : 0),
    /** Returns the units for a request of this cost; never more than the limit. */
    unitsOf: (cost: number): number => Math.min(cost, fixed.limit),

    /**
     * Builds the request for more units: `least` for one call, 0 if the call does not count against this limit. Unused units are returned
     * with it.
     */
    nextRequest(least: number, demand: number, now: number): LeaseRequest {
      const isGood = now < held.until
      if (least > 0) block = isGood ? Math.min(maxBlock, 2 * held.taken) : Math.min(block, held.taken)
      const want = least > 0 ? Math.max(least, demand, block) : isGood ? held.left : 0
      const back = { back: held.left, backSlice: held.slice }
      const left =
        reported && reported.until > Date.now() ? { left: reported.left, leftMs: Math.ceil(reported.until - Date.now()) } : NOT_REPORTED
      reported = undefined
      Object.assign(held, { left: 0, taken: least > 0 ? 0 : held.taken, until: 0, slice: '' })
      return { ...fixed, least, want, ...back, ...left }
    },
    /** Applies the response to a request that was sent at `sentAt`. */
    grant({ granted, slice: of, remaining, reset }: Lease, sentAt: number): void {
      const until = Math.max(sentAt + leaseMs, performance.now() + MIN_USE_MS)
      Object.assign(held, { left: granted, until, slice: of })
      known = { remaining, reset: Date.now() + reset }
    },

    /** Lowers the lease to what the system reports as remaining. */
    observe(response: CountedResponse): void {
      const observed = observedLimit(response, rule)
      if (!observed) return
      held.left = Math.min(held.left, observed.left)
      if (!reported || observed.left <= reported.left || reported.until <= Date.now()) reported = observed
    },
    facts: () => known && factsOf(rule.capacity, known.remaining + held.left, known.reset),
    bulkPace
  }
}

const NOT_REPORTED = { left: -1, leftMs: 0 }

const factsOf = (limit: number, remaining: number, reset: number) => ({
  limit,
  remaining,
  reset: new Date(reset).toISOString(),
  used: limit - remaining
})
