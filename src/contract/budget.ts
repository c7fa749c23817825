import type { RateLimitFacts } from './handed.ts'

/** Who draws: calls that somebody waits for, or jobs, which leave them a part of what the system lets through. */
export type BudgetLane = 'calls' | 'bulk'

/** A request as far as a limit may depend on it. */
export interface CountedRequest {
  method: string
  /** Below the base address. */
  path: string
  /** It changes nothing. */
  reads: boolean
}

/** One limit of a system, as its vendor states it. All processes together draw no more than `capacity` units in any stretch of `per_ms`. */
export interface BudgetRule {
  /** snake_case, once in a system: what the error and the key in Redis call it. */
  name: string
  /** Units; a request draws its `cost`, by default 1. */
  capacity: number
  /** Milliseconds; at least 1,000. */
  per_ms: number
  /**
   * What the limit belongs to where that is not the instance, such as an API key: instances of the system with the same value share it. Only
   * its hash is kept.
   */
  of?: string
  /** Which requests count. Default: every one. */
  counts?: (request: CountedRequest) => boolean
  /** How the headers begin that tell of this limit, such as `x-rate-limit-api-token`. Default: `ratelimit` and `x-ratelimit`. */
  headers?: string
}

/** An answer of the system, as far as a limit may show in it. */
export interface CountedAnswer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** It is a refusal for a limit, whatever the status: some say so in words. `retry_after_ms`: where they say for how long. */
  limited?: { retry_after_ms?: number }
  /** What it answers: only limits that count it are told of it. Absent: all are. */
  request?: CountedRequest
}

/** What one instance of a system lets through, shared by every process; one lane of it. */
export interface Budget {
  /**
   * Draws what one attempt of a request costs. Undefined where it may go at once. Else it resolves when it may, or rejects with
   * rate_limit_exceeded of the gateway (`retry_after_ms`, not_executed) where that takes too long, or with the reason of the signal.
   */
  draw: (request: CountedRequest, cost: number, signal: AbortSignal) => Promise<void> | undefined
  /** Lowers the budget to what the system says is left. */
  heed: (answer: CountedAnswer) => void
  /** The limit that is nearest to its end, as of the last draw; undefined where nothing was drawn. */
  facts: () => RateLimitFacts | undefined
  /** Units that jobs may draw in a second, for such requests. */
  pace: (request: CountedRequest) => number
}
