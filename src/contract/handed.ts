import type { Caller } from './caller.ts'
import type { CommonReason, ErrorDetails, OperationError, Reason } from './errors.ts'
import type { Jobs } from './jobs.ts'
import type { Permission } from './operation.ts'
import type { Log } from './tool.ts'

/** Makes the error to throw: a reason the definition declares, or one that every operation may answer with. */
export type Fail<Why extends Reason> = (reason: Why | CommonReason, message: string, details?: ErrorDetails) => OperationError

/** Where a page of a list is, as the system counts; null where it does not tell. */
export type Pagination = Readonly<Record<string, number | boolean | null>>

export interface Truncation {
  /** `timeout`: the deadline came first; `limit`: a bound of the operation was reached. */
  reason: 'timeout' | 'limit' | 'size'
  /** How many were left out, null where unknown. */
  omitted?: number | null
  /** What to do to get the rest. */
  hint?: string
}

/** What a system says of its limit; what it does not say is null, never 0. */
export interface RateLimitFacts {
  limit: number | null
  remaining: number | null
  /** ISO 8601. */
  reset: string | null
  used: number | null
}

export interface Call<Client, Why extends Reason = never> {
  client: Client
  /** Name of the instance in use, null for a system that has none. */
  instance: string | null
  caller: Caller
  log: Log
  /** Aborts at the deadline and, for reads, when the caller goes away. */
  readonly signal: AbortSignal
  /** A signal that aborts when the caller goes away, whatever the call does: for what can be ended at any time, such as a program. */
  gone: () => AbortSignal
  fail: Fail<Why>
  /**
   * Asks again, as at the door, whether the call may be made, where it showed only now what it does: scope, policy and confirmation. Throws
   * where it may not.
   */
  demand: (permission: Permission) => void
  jobs: Jobs
  /** Where the caller gave an idempotency key: the same for each attempt at this call. What is named by it is not made twice. */
  once?: string
  /** Tells a caller that listens how far the call is; at most one a second is sent on. */
  progress: (done: number, total: number | null, message?: string) => void
  /** Sends an event of the operation's own to a caller that listens. */
  emit: (event: string, data: unknown) => void
  /** True once a caller who asked for `on_timeout: "partial"` should be answered with what is complete. */
  outOfTime: () => boolean
  /** Milliseconds until the deadline; Infinity in a job. What is done by then is answered: a further step may end a little earlier. */
  timeLeft: () => number
  truncate: (truncation: Truncation) => void
  warn: (message: string) => void
  /** Tells the limit that the system's last answer spoke of; it becomes metadata. */
  observe: (limit: RateLimitFacts) => void
  /** Answers another success status than the first, with a Location; says the version of the answer, with its quotes; or tells its place in the system's own paging. */
  respond: (answer: { status?: number; location?: string; etag?: string; pagination?: Pagination }) => void
  /** Whether the caller has the answer of this version already; absent where it names none. */
  knows?: (etag: string) => boolean
  /** What the caller sends as it comes, where the definition takes that, and no JSON came. */
  body?: AsyncIterable<Uint8Array>
  /** The file of an operation that declares `upload`; an empty one for all others. Its bytes are read as they are asked for. */
  file: () => File
  /** Of the media types that the output's stream declares, the one the caller asks for; undefined where any will do. */
  media_type: string | undefined
}
