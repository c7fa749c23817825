import type { BulkAdapter, Json } from './bulk.ts'
import type { Caller } from './call.ts'
import type { CountedOutcome, ItemOutcome, Job, JobItem, JobStatus, RetryOutcome } from './job.ts'
import type { JobEvent, JobHistory, LinesPage } from './job-events.ts'
import type { Permission } from './operation.ts'
import type { Total } from './schema.ts'

/** Behavior of a job after items failed. */
export const ON_FAILURE = ['continue', 'pause', 'ignore'] as const
export type OnFailure = (typeof ON_FAILURE)[number]

/** Maximum, and default, number of retries of an item whose failure may be temporary. */
export const MAX_RETRIES = 2

/** Options of a bulk job, as the caller sends them. */
export interface BulkOptions {
  dry_run: boolean
  max_items: number
  confirm?: 'auto'
  on_failure: OnFailure
  notify_url?: string
  /** Default: MAX_RETRIES. */
  retries?: number
  /** Items per call. Default: the maximum of the action. */
  chunk?: number
}

export interface BulkRequest {
  adapter: Omit<BulkAdapter, 'executeBatch'>
  /** Checked input, with the properties of the adapter only. */
  input: Record<string, unknown>
  /** Act on exactly these items instead of those that the input selects. */
  ids?: string[]
  options: BulkOptions
  instance: string | null
  caller: Caller
  signal: AbortSignal
  /** Throws if the caller may not do something of this permission: the adapter may find out that its job needs more than its input shows. */
  requirePermission?: (permission: Permission) => void
  /** Permission that this job needs, if its operation alone does not determine it. Checked again on confirm, resume, retry and undo. */
  permission?: Permission
  /** The caller has already confirmed: the job starts without a preview. */
  confirmed?: boolean
  /** An approval was used for the call that creates the job, so its start needs none. */
  approved?: boolean
  /** Action of a call or a program, which may be large and contain secrets. Stored separately, encrypted, and erased when the job ends or is deleted. */
  kept?: Json
  /** As `Call.dedupeKey`: a second request with the same text returns the same job and creates no other. */
  dedupeKey?: string
}

/** Filters of a list of jobs. A job must match all of them. */
export interface JobFilter {
  /** Any of these. */
  status?: readonly JobStatus[]
  operation?: string
  /** Name of the system of the operation. */
  system?: string
  kind?: Job['kind']
  /** Only jobs in which at least one item has one of these outcomes. */
  outcome?: readonly CountedOutcome[]
  parent_id?: string
  /** ISO 8601, inclusive. */
  created_after?: string
  /** ISO 8601, exclusive. */
  created_before?: string
  /** Words that its ID, operation and message contain together. */
  query?: string
  limit: number
  cursor?: string
}

/** Which items of a job to list. */
export interface ItemsFilter {
  outcome?: ItemOutcome
  limit: number
  cursor?: string
  /** Number of matching items to skip; without effect with a cursor. */
  offset?: number
}

export interface ItemsPage {
  items: JobItem[]
  next_cursor: string | null
  total: Total
}

interface JobsPage {
  items: Job[]
  next_cursor: string | null
  total: Total | null
}

/** A job created from another. `fresh` is false if an earlier request created it. */
export interface FollowUpJob {
  job: Job
  fresh: boolean
}

/** Condition that ends a long poll. `idle`: the job has ended, or waits for its caller. */
export const WAIT_UNTIL = ['change', 'idle', 'ended'] as const
export type WaitUntil = (typeof WAIT_UNTIL)[number]

export interface JobWait {
  /** Seconds; 0, the default: do not wait. */
  wait?: number
  /** Default `change`: the status changes or, with `knows`, anything does. */
  until?: WaitUntil
  signal?: AbortSignal
  /** Whether the caller already has this version of the job. */
  knows?: (job: Job) => boolean
}

/** The jobs service. A job is visible to the key that created it and to keys with the scope `*`; for other callers it does not exist. */
export interface Jobs {
  create: (request: BulkRequest) => Promise<Job>
  /** Waits up to `wait` seconds for what `until` names. Returns a job that has ended at once. */
  get: (caller: Caller, id: string, options?: JobWait) => Promise<Job>
  list: (caller: Caller, filter: JobFilter) => Promise<JobsPage>
  /** Throws approval_required and the other reasons of approvals, too. */
  confirm: (caller: Caller, id: string, token: string, approvalId?: string) => Promise<Job>
  pause: (caller: Caller, id: string) => Promise<Job>
  resume: (caller: Caller, id: string) => Promise<Job>
  cancel: (caller: Caller, id: string) => Promise<Job>
  /** Creates a job for the unfinished items of a job that has ended, or returns the one that was created before. */
  retry: (
    caller: Caller,
    id: string,
    wanted: { outcomes: RetryOutcome[]; acknowledge_unknown: boolean },
    signal: AbortSignal
  ) => Promise<FollowUpJob>
  /** Creates a job that checks the outcome of unknown items, or returns the one that is doing so. */
  reconcile: (caller: Caller, id: string, signal: AbortSignal) => Promise<FollowUpJob>
  /** Creates a job that reverses what succeeded, or returns the one that was created before. */
  undo: (caller: Caller, id: string, signal: AbortSignal) => Promise<FollowUpJob>
  /** Deletes a job that has nothing in progress. */
  delete: (caller: Caller, id: string) => Promise<void>
  items: (caller: Caller, id: string, filter: ItemsFilter) => Promise<ItemsPage>
  /** Returns all items, page by page as they are read. */
  results: (caller: Caller, id: string, filter: { outcome?: ItemOutcome }) => Promise<{ revision: number; pages: AsyncIterable<JobItem[]> }>
  /** Returns what the program of the job printed after line number `after`. */
  output: (caller: Caller, id: string, page: { after: number; limit: number; cursor?: string }) => Promise<LinesPage>
  /** Returns the changes of the status since the job was created, and samples of its progress. */
  history: (caller: Caller, id: string) => Promise<JobHistory>
  /** Yields events from now on, or those after the event ID `after`, until the job ends or the signal aborts. */
  events: (caller: Caller, id: string, from: { after?: string; signal: AbortSignal }) => Promise<AsyncIterable<JobEvent>>
}
