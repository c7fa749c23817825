import { setTimeout as sleep } from 'node:timers/promises'
import { OperationError } from '../../contract/errors.ts'
import type { Budget, BudgetLane, BudgetRule, CountedResponse, RateLimitFacts } from '../../contract/runtime.ts'
import { signalForWait } from '../stop-signal.ts'
import { createLeases, type LeaseOptions, type Part } from './leases.ts'

export interface BudgetOptions extends LeaseOptions {
  /** Display name of the system. */
  title: string
}

/** Maximum wait for units. A job's is short, because it can wait without a worker. */
const MAX_WAIT_MS: Record<BudgetLane, number> = { calls: 2_000, bulk: 500 }

/** Random delay, so that calls that wait for the same moment do not all resume at once. */
const JITTER_MS = 10

/**
 * Creates the budget of an instance. Units are leased from Redis in blocks, which grow while they are used up, so that a call rarely waits
 * for Redis. While Redis is unavailable, each process continues at a quarter of the rate: calls that do not need Redis do not fail.
 */
export function createBudget(options: BudgetOptions): Budget {
  const leases = createLeases(options)

  async function queue(parts: ReturnType<typeof leases.partsOf>, sendSignal: AbortSignal): Promise<void> {
    const signal = signalForWait(sendSignal)
    const latest = performance.now() + MAX_WAIT_MS[options.lane]
    while (!leases.take(parts)) {
      signal.throwIfAborted()
      const isRedisDown = leases.isRedisDown()
      const wait = isRedisDown ? takeWithoutRedis(parts) : await leases.get(parts)
      if (isRedisDown && wait === 0) return
      if (performance.now() + wait > latest) throw exhausted(options, parts, wait)
      if (wait > 0) await sleep(wait + Math.random() * JITTER_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }

  return {
    draw(request, cost, signal) {
      const parts = leases.partsOf(request, cost)
      if (leases.take(parts)) return undefined
      for (const { limit, units } of parts) limit.demand += units
      return queue(parts, signal).finally(() => {
        for (const { limit, units } of parts) limit.demand -= units
      })
    },
    observe(response) {
      for (const limit of leases.limits) if (isAbout(limit.rule, response)) limit.observe(response)
    },
    facts: () => tightest(leases.limits.flatMap(limit => limit.facts() ?? [])),
    unitsPerSecond: request => Math.min(...leases.partsOf(request, 1).map(({ limit }) => limit.bulkPace))
  }
}

/** A limit that the system reports for one kind of request does not apply to others, such as those of another service. */
const isAbout = ({ counts }: BudgetRule, { request }: CountedResponse): boolean => !counts || !request || counts(request)

/** Takes from all limits or from none, so that a call that must wait uses no units of the others. */
function takeWithoutRedis(parts: readonly Part[]): number {
  const wait = Math.max(...parts.map(({ limit, units }) => limit.alone.wait(units)))
  if (wait === 0) for (const { limit, units } of parts) limit.alone.take(units)
  return wait
}

function tightest(facts: { limit: number; remaining: number; reset: string; used: number }[]): RateLimitFacts | undefined {
  const [first, ...others] = facts
  return others.reduce(
    (tightest, next) => (tightest && next.remaining / next.limit < tightest.remaining / tightest.limit ? next : tightest),
    first
  )
}

function exhausted({ title, lane }: BudgetOptions, parts: readonly Part[], wait: number): OperationError {
  const limits = parts.map(({ limit: { rule } }) => `${rule.name} ${rule.capacity} in ${rule.per_ms / 1000} s`).join(', ')
  const whose = lane === 'bulk' ? 'The share for jobs of the budget' : 'The budget'
  const ms = Math.ceil(wait)
  return new OperationError('rate_limit_exceeded', `${whose} of ${title} is used up on this gateway (${limits}).`, {
    source: 'gateway',
    outcome: 'not_executed',
    retry_after_ms: ms,
    reset_time: new Date(Date.now() + ms).toISOString()
  })
}
