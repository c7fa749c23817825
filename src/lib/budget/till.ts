import type { BudgetLane, BudgetRule, CountedRequest } from '../../contract/budget.ts'
import type { Log } from '../../contract/tool.ts'
import { inTime } from '../in-time.ts'
import type { RedisClient } from '../redis/connect.ts'
import { createAllowance } from './allowance.ts'
import { createLimit, type Limit } from './limit.ts'
import { drawFrom } from './script.ts'

export interface TillOptions {
  redis: RedisClient
  log: Log
  rules: readonly BudgetRule[]
  lane: BudgetLane
  /** Name of the system. */
  system: string
  /** Name of the instance. */
  instance: string
}

/** Redis is asked again so long after it did not answer in time. */
const AWAY_MS = 1_000
const ANSWER_MS = 1_000

/** How often it is looked for units that were not used in time. */
const SWEEP_MS = 1_000

/** What one request needs of one limit. */
export interface Part {
  limit: Row
  units: number
}

type Row = Limit & { alone: ReturnType<typeof createAllowance>; demand: number }

/** What this process holds of the limits of an instance, and how it gets more. */
export function createTill({ redis, log, rules, lane, system, instance }: TillOptions) {
  const rows = rules.map((rule): Row => ({ ...createLimit(rule, lane, { system, instance }), alone: createAllowance(rule), demand: 0 }))
  let asking: Promise<number> | undefined
  const outage = watchOutage(log, { system, instance })
  const sweep = sweeper(rows, () => asking ?? askAlone([]))

  /** Asks for what the parts need. Answers after how many milliseconds it may be there, 0 where it was granted. */
  async function ask(parts: readonly Part[]): Promise<number> {
    const asked = performance.now()
    const asks = rows.map(row => row.ask(parts.find(({ limit }) => limit === row)?.units ?? 0, row.demand, asked))
    const answers = await inTime(drawFrom(redis, asks), ANSWER_MS)
    for (const [at, answer] of answers.entries()) rows[at]?.grant(answer, asked)
    outage.end()
    sweep()
    return Math.max(...answers.map(({ wait }) => wait))
  }

  function askAlone(parts: readonly Part[]): Promise<number> {
    asking = ask(parts).finally(() => {
      asking = undefined
    })
    return asking
  }

  return {
    limits: rows,
    partsOf: (request: CountedRequest, cost: number) => partsOf(rows, request, cost),

    take,

    /** Gets more. One question at a time: whoever comes meanwhile waits for its answer, and looks whether that is enough for it, too. */
    async get(parts: readonly Part[]): Promise<number> {
      try {
        if (!asking) return await askAlone(parts)
        await asking
      } catch (error) {
        outage.begin(error)
      }
      return 0
    },

    /** Redis did not answer just now. */
    isAlone: outage.isOn
  }
}

const partsOf = (rows: readonly Row[], request: CountedRequest, cost: number): Part[] =>
  rows.flatMap(row => (row.rule.counts?.(request) === false ? [] : { limit: row, units: row.unitsOf(cost) }))

/** Takes what the parts need from what is held, or nothing. */
function take(parts: readonly Part[]): boolean {
  const now = performance.now()
  if (!parts.every(({ limit, units }) => limit.has(units, now))) return false
  for (const { limit, units } of parts) limit.take(units)
  return true
}

/** A time without Redis, told of once. */
function watchOutage(log: Log, facts: object) {
  let until = 0
  let isTold = false
  return {
    isOn: (): boolean => performance.now() < until,
    begin(error: unknown): void {
      until = performance.now() + AWAY_MS
      if (!isTold) log.warn({ ...facts, err: error }, 'Redis does not serve the budget: until it does, this process uses a quarter of it')
      isTold = true
    },
    end(): void {
      isTold = false
    }
  }
}

/** Gives back what is not used in time. What cannot go back is counted until its window is over. */
function sweeper(rows: readonly Row[], giveBack: () => Promise<number>): () => void {
  let timer: NodeJS.Timeout | undefined
  const sweepIn = (ms: number): void => {
    timer = setTimeout(look, ms).unref()
  }
  function look(): void {
    timer = undefined
    const until = Math.max(...rows.map(row => row.leftUntil()))
    const now = performance.now()
    if (until > now) sweepIn(until - now)
    else if (until > 0) giveBack().catch(() => undefined)
  }
  return () => {
    if (timer === undefined) sweepIn(SWEEP_MS)
  }
}
