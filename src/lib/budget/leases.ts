import type { BudgetLane, BudgetRule, CountedRequest, Log } from '../../contract/runtime.ts'
import type { RedisClient } from '../redis/connect.ts'
import { watchOutage } from '../redis/outage.ts'
import { withTimeout } from '../timeout.ts'
import { leaseFrom } from './lease-script.ts'
import { createLimit, type Limit } from './limit.ts'
import { createLocalBucket } from './local-bucket.ts'

export interface LeaseOptions {
  redis: RedisClient
  log: Log
  rules: readonly BudgetRule[]
  lane: BudgetLane
  system: string
  instance: string
}

/** Maximum wait for Redis. */
const RESPONSE_MS = 1_000

/** Interval at which unused leases are checked. */
const SWEEP_MS = 1_000

/** The units of one limit that a call needs. */
export interface Part {
  limit: Row
  units: number
}

type Row = Limit & { alone: ReturnType<typeof createLocalBucket>; demand: number }

/** Leases units of all limits of an instance from Redis for this process. */
export function createLeases({ redis, log, rules, lane, system, instance }: LeaseOptions) {
  const rows = rules.map((rule): Row => ({ ...createLimit(rule, lane, { system, instance }), alone: createLocalBucket(rule), demand: 0 }))
  let pending: Promise<number> | undefined
  const outage = watchOutage(log, 'Redis is unavailable for rate limits: until it recovers, this process uses a quarter of each limit', {
    system,
    instance
  })
  const sweep = sweeper(rows, () => pending ?? request([]))

  /** Requests the units that the parts need. Returns the milliseconds until they may be available; 0 if they were granted. */
  async function send(parts: readonly Part[]): Promise<number> {
    const sentAt = performance.now()
    const requests = rows.map(row => row.nextRequest(parts.find(({ limit }) => limit === row)?.units ?? 0, row.demand, sentAt))
    const granted = await withTimeout(leaseFrom(redis, requests), RESPONSE_MS)
    for (const [at, lease] of granted.entries()) rows[at]?.grant(lease, sentAt)
    outage.end()
    sweep()
    return Math.max(...granted.map(({ wait }) => wait))
  }

  function request(parts: readonly Part[]): Promise<number> {
    pending = send(parts).finally(() => {
      pending = undefined
    })
    return pending
  }

  return {
    limits: rows,
    partsOf: (request: CountedRequest, cost: number) => partsOf(rows, request, cost),

    take,

    /** Gets more units. Sends one request at a time: other callers wait for it and then check whether it also covers them. */
    async get(parts: readonly Part[]): Promise<number> {
      try {
        if (!pending) return await request(parts)
        await pending
      } catch (error) {
        outage.begin(error)
      }
      return 0
    },

    /** Whether Redis failed recently. */
    isRedisDown: outage.isOn
  }
}

const partsOf = (rows: readonly Row[], request: CountedRequest, cost: number): Part[] =>
  rows.flatMap(row => (row.rule.counts?.(request) === false ? [] : { limit: row, units: row.unitsOf(cost) }))

/** Takes the units of all parts from the leases, or none. */
function take(parts: readonly Part[]): boolean {
  const now = performance.now()
  if (!parts.every(({ limit, units }) => limit.has(units, now))) return false
  for (const { limit, units } of parts) limit.take(units)
  return true
}

/** Returns unused units after their lease ends. Units that cannot be returned count until their window ends. */
function sweeper(rows: readonly Row[], returnUnits: () => Promise<number>): () => void {
  let timer: NodeJS.Timeout | undefined
  const sweepIn = (ms: number): void => {
    timer = setTimeout(returnUnused, ms).unref()
  }
  function returnUnused(): void {
    timer = undefined
    const until = Math.max(...rows.map(row => row.leftUntil()))
    const now = performance.now()
    if (until > now) sweepIn(until - now)
    else if (until > 0) returnUnits().catch(() => undefined)
  }
  return () => {
    if (timer === undefined) sweepIn(SWEEP_MS)
  }
}
