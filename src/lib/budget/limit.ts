import type { BudgetLane, BudgetRule, CountedAnswer } from '../../contract/budget.ts'
import type { Answer, Ask } from './script.ts'
import { sizeOf } from './size.ts'
import { type Told, toldBy } from './told.ts'

/** However slow the answer of Redis was, whoever waited for it can use it. */
const LEAST_USE_MS = 5

/** One limit, and what this process holds of it. */
export type Limit = ReturnType<typeof createLimit>

export function createLimit(rule: BudgetRule, lane: BudgetLane, scope: { system: string; instance: string }) {
  const { fixed, leaseMs, mostInBlock, bulkPace } = sizeOf(rule, lane, scope)
  const held = { left: 0, taken: 0, until: 0, slice: '' }
  let block = 0
  let said: Told | undefined
  let known: { remaining: number; reset: number } | undefined

  return {
    rule,
    /** Whether this process holds so much. */
    has: (units: number, now: number): boolean => now < held.until && held.left >= units,
    take(units: number): void {
      held.left -= units
      held.taken += units
    },
    leftUntil: (): number => (held.left > 0 ? held.until : 0),
    /** What a request of this cost draws: never more than there can be at once. */
    unitsOf: (cost: number): number => Math.min(cost, fixed.limit),

    /** What to ask for: `least` units for one request, 0 where it does not count here. What is held goes back with it, to be drawn anew. */
    ask(least: number, demand: number, now: number): Ask {
      const isGood = now < held.until
      if (least > 0) block = isGood ? Math.min(mostInBlock, 2 * held.taken) : Math.min(block, held.taken)
      const want = least > 0 ? Math.max(least, demand, block) : isGood ? held.left : 0
      const back = { back: held.left, backSlice: held.slice }
      const left = said && said.until > Date.now() ? { left: said.left, leftMs: Math.ceil(said.until - Date.now()) } : NOTHING_SAID
      said = undefined
      Object.assign(held, { left: 0, taken: least > 0 ? 0 : held.taken, until: 0, slice: '' })
      return { ...fixed, least, want, ...back, ...left }
    },
    /** What was answered to a question of `asked`. */
    grant({ granted, slice: of, remaining, reset }: Answer, asked: number): void {
      const until = Math.max(asked + leaseMs, performance.now() + LEAST_USE_MS)
      Object.assign(held, { left: granted, until, slice: of })
      known = { remaining, reset: Date.now() + reset }
    },

    /** Lowers what is held to what the system says is left. */
    heed(answer: CountedAnswer): void {
      const told = toldBy(answer, rule)
      if (!told) return
      held.left = Math.min(held.left, told.left)
      if (!said || told.left <= said.left || said.until <= Date.now()) said = told
    },
    facts: () => known && factsOf(rule.capacity, known.remaining + held.left, known.reset),
    bulkPace
  }
}

const NOTHING_SAID = { left: -1, leftMs: 0 }

const factsOf = (limit: number, remaining: number, reset: number) => ({
  limit,
  remaining,
  reset: new Date(reset).toISOString(),
  used: limit - remaining
})
