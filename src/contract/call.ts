import type { Approvals } from './approvals.ts'
import type { Json } from './bulk.ts'
import type { Constraints } from './constraints.ts'
import type { CommonReason, ErrorDetails, OperationError, Reason } from './errors.ts'
import type { Jobs } from './jobs.ts'
import type { Keys } from './keys.ts'
import type { Limits } from './limits.ts'
import type { Permission } from './operation.ts'
import type { Calls } from './record.ts'
import type { Log, RateLimitFacts } from './runtime.ts'
import type { Usage } from './usage.ts'

/** The authenticated caller. */
export interface Caller {
  /** The ID of its key; for a user that a backend names and the subject of a token, their principal (see `principal.ts`). It owns what it creates. */
  id: string
  /** Empty only for an anonymous caller. `*` grants everything. */
  scopes: readonly string[]
  /** What restricts it beyond its scopes. Default: nothing. */
  constraints?: Constraints
  /** Its own limits. Default: those of every key. */
  limits?: Limits
}

/** The caller of public routes without a key, on a gateway that requires one. */
export const ANONYMOUS_CALLER: Caller = { id: 'anonymous', scopes: [] }

/** Whether the caller has no key, on a gateway that requires one. Only public routes serve it. */
export const isAnonymous = ({ scopes }: Caller): boolean => scopes.length === 0

/** Whether the caller has a scope that `*` or its own name grants, and no other scope includes, such as `jobs:auto_confirm`. */
export const hasSpecialScope = ({ scopes }: Caller, special: string): boolean => scopes.includes(special) || scopes.includes('*')

/** Creates the error to throw, with a reason that the definition declares or that is common to all operations. */
type Fail<Why extends Reason> = (reason: Why | CommonReason, message: string, details?: ErrorDetails) => OperationError

/** Paging facts in the upstream's own terms; null if it does not report one. */
export type Pagination = Readonly<Record<string, number | boolean | null>>

export interface Truncation {
  /** `timeout`: the deadline passed; `limit`: a limit of the operation was reached; `size`: the response would be too large. */
  reason: 'timeout' | 'limit' | 'size'
  /** Number of omitted items; null if unknown. */
  omitted?: number | null
  /** Name of the text, list or object of this response that `next_cursor` continues, such as `diffs[3].text`; absent if that is the response itself. */
  continues?: string
  /** Name of the property of data whose value continues what the operation left out, such as `metadata.next_offset`. */
  next?: string
  /** How to get the rest. */
  hint?: string
}

/**
 * The part that an operation left out. If it reached a limit or a size, it names the property of its data that continues the response, at a
 * path such as `metadata.next_offset` or `messages[].next_body_offset`; null only if no call can return the rest, and the hint explains
 * why.
 */
export type ReportedTruncation = Omit<Truncation, 'reason' | 'next' | 'continues'> &
  (
    | { reason: 'timeout'; next?: string }
    | { reason: 'limit' | 'size'; next: string }
    | { reason: 'limit' | 'size'; next: null; hint: string }
  )

export interface Call<Client, Why extends Reason = never> {
  client: Client
  /** Name of the instance; null for a system without instances. */
  instance: string | null
  caller: Caller
  log: Log
  /** Aborts at the deadline and, for reads, when the client disconnects. */
  readonly signal: AbortSignal
  /** In a job: aborts when the job is paused or cancelled, before `signal` does. Start no further item; those in progress may finish. */
  readonly stopping?: AbortSignal
  /**
   * For executeBatch, before it changes an item: resolves once the job has stored the image of the item. If the result is lost, the item is passed
   * again with that image as `before`. Throws, as `beforeNext` does, if the call is being stopped.
   */
  readonly keepBefore?: (item_id: string, before: Json) => Promise<void>
  /** Returns a signal that aborts when the client disconnects, even for writes: for work that can be stopped at any time, such as a program. */
  disconnected: () => AbortSignal
  fail: Fail<Why>
  /**
   * Checks scope, policy and confirmation for a permission that became known only while the call runs. Throws if the call is not allowed.
   */
  requirePermission: (permission: Permission) => void
  /** Whether an approval was used for this call, so that a job which it starts needs none. Absent outside of a call. */
  usedApproval?: () => boolean
  jobs: Jobs
  /** The record of calls. */
  calls: Calls
  /** The keys of the gateway. */
  keys: Keys
  /** What callers used. */
  usage: Usage
  /** The approvals of calls. */
  approvals: Approvals
  /** In a job: its ID. */
  readonly jobId?: string
  /** With an idempotency key: a text that is the same for every attempt at this call. Use it to name what must not be created twice. */
  dedupeKey?: string
  /** Reports progress to a client that listens; at most one event a second is sent. */
  progress: (done: number, total: number | null, message?: string) => void
  /** Sends an operation-specific event to a client that listens. */
  emit: (event: string, data: unknown) => void
  /** Whether a call with `on_timeout: "partial"` should now return what is complete. */
  outOfTime: () => boolean
  /** Returns the milliseconds until the deadline; Infinity in a job. */
  timeLeft: () => number
  /**
   * For an operation that has its own max_chars, if the input does not set it: the characters of the data as JSON that the surface returns. What
   * exceeds them is cut off, and continued by next_cursor.
   */
  readonly response_chars?: number
  /** Reports that the data is incomplete. The last report of a call counts. */
  truncate: (truncation: ReportedTruncation) => void
  warn: (message: string) => void
  /** Records the rate limit that the upstream reported last; metadata includes it. */
  observe: (limit: RateLimitFacts) => void
  /** Sets facts of the response: a success status other than the first, a Location, the ETag with its quotes, or the upstream's own paging. */
  respond: (response: { status?: number; location?: string; etag?: string; pagination?: Pagination }) => void
  /** Whether the client already has the response with this ETag; absent if the request has no If-None-Match. */
  isNotModified?: (etag: string) => boolean
  /** The streamed body, if the definition accepts one and the request has one instead of JSON. */
  body?: AsyncIterable<Uint8Array>
  /** Returns the file of an operation that declares `upload`; otherwise an empty one. Its bytes are read lazily. */
  file: () => File
  /** The media type of the stream that the client prefers; undefined if it has no preference. */
  media_type: string | undefined
}
