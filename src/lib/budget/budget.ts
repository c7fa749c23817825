import { setTimeout as sleep } from 'node:timers/promises'
import type { Budget, BudgetLane, BudgetRule, CountedAnswer } from '../../contract/budget.ts'
import { OperationError } from '../../contract/errors.ts'
import type { RateLimitFacts } from '../../contract/handed.ts'
import { createTill, type Part, type TillOptions } from './till.ts'

export interface BudgetOptions extends TillOptions {
  /** The system, as people write it. */
  title: string
}

/** How long a draw waits for its turn: a caller a little, a job hardly, since it can wait without a worker. */
const PATIENCE_MS: Record<BudgetLane, number> = { calls: 2_000, bulk: 500 }

/** So that those who wait for the same moment do not come at once. */
const JITTER_MS = 10

/**
 * The budget of an instance. Units are drawn from Redis in blocks, which grow while they are used up, so that a call rarely waits for it. While
 * Redis is away each process goes on by itself at a quarter of the rate: a call that needs no Redis does not fail for want of it.
 */
export function createBudget(options: BudgetOptions): Budget {
  const till = createTill(options)

  async function queue(parts: ReturnType<typeof till.partsOf>, signal: AbortSignal): Promise<void> {
    const latest = performance.now() + PATIENCE_MS[options.lane]
    while (!till.take(parts)) {
      signal.throwIfAborted()
      const isAlone = till.isAlone()
      const wait = isAlone ? takeAlone(parts) : await till.get(parts)
      if (isAlone && wait === 0) return
      if (performance.now() + wait > latest) throw exhausted(options, parts, wait)
      if (wait > 0) await sleep(wait + Math.random() * JITTER_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }

  return {
    draw(request, cost, signal) {
      const parts = till.partsOf(request, cost)
      if (till.take(parts)) return undefined
      for (const { limit, units } of parts) limit.demand += units
      return queue(parts, signal).finally(() => {
        for (const { limit, units } of parts) limit.demand -= units
      })
    },
    heed(answer) {
      for (const limit of till.limits) if (isAbout(limit.rule, answer)) limit.heed(answer)
    },
    facts: () => tightest(till.limits.flatMap(limit => limit.facts() ?? [])),
    pace: request => Math.min(...till.partsOf(request, 1).map(({ limit }) => limit.bulkPace))
  }
}

/** What is said of one limit says nothing of another, such as that of another service of the same system. */
const isAbout = ({ counts }: BudgetRule, { request }: CountedAnswer): boolean => !counts || !request || counts(request)

/** Takes from all limits or from none: one that has to wait must not cost the others what it does not use. */
function takeAlone(parts: readonly Part[]): number {
  const wait = Math.max(...parts.map(({ limit, units }) => limit.alone.wait(units)))
  if (wait === 0) for (const { limit, units } of parts) limit.alone.take(units)
  return wait
}

function tightest(facts: { limit: number; remaining: number; reset: string; used: number }[]): RateLimitFacts | undefined {
  const [first, ...others] = facts
  return others.reduce((least, next) => (least && next.remaining / next.limit < least.remaining / least.limit ? next : least), first)
}

function exhausted({ title, lane }: BudgetOptions, parts: readonly Part[], wait: number): OperationError {
  const limits = parts.map(({ limit: { rule } }) => `${rule.name} ${rule.capacity} in ${rule.per_ms / 1000} s`).join(', ')
  const whose = lane === 'bulk' ? 'What jobs may use of the budget' : 'The budget'
  const ms = Math.ceil(wait)
  return new OperationError('rate_limit_exceeded', `${whose} of ${title} is used up on this gateway (${limits}).`, {
    source: 'gateway',
    outcome: 'not_executed',
    retry_after_ms: ms,
    reset_time: new Date(Date.now() + ms).toISOString()
  })
}
