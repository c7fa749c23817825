import { type Static, Type } from 'typebox'
import type { BulkAdapter, BulkOutcome, Json } from './bulk.ts'
import type { BulkOptions } from './bulk-options.ts'
import type { Caller } from './caller.ts'
import type { JobEvent } from './job-events.ts'
import type { JobFilter } from './job-filter.ts'
import type { LinesPage } from './job-output.ts'
import { CallOutcome, Failure, JOB_KINDS, JobError, JobLinks, Preview, Progress, time, timeToCome } from './job-parts.ts'
import { Notifications } from './notifications.ts'
import type { Permission } from './operation.ts'
import { nullable, type Total, words } from './schema.ts'

export const JOB_STATUSES = [
  'snapshotting',
  'awaiting_confirmation',
  'queued',
  'running',
  'waiting',
  'pausing',
  'paused',
  'cancelling',
  'cancelled',
  'completed',
  'failed',
  'expired'
] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

/** A phrase for each status; schemas and documents read it. */
export const STATUS_MEANINGS: Readonly<Record<JobStatus, string>> = {
  snapshotting: 'its items are being listed',
  awaiting_confirmation: 'look at the preview, then confirm or cancel',
  queued: 'confirmed; a worker takes it next, or once jobs before it have ended: see reason',
  running: 'items are being acted on',
  waiting: 'held up, goes on by itself: see reason and waiting_until',
  pausing: 'told to pause; items under way finish or are safely broken off',
  paused: 'stopped between items until it is resumed',
  cancelling: 'told to stop; items under way finish or are safely broken off',
  cancelled: 'stopped for good; what was done stays done',
  completed: 'ended; the counts tell how',
  failed: 'could not go on: see error',
  expired: 'not confirmed in time; nothing was done'
}

export const ITEM_OUTCOMES = ['succeeded', 'skipped', 'failed', 'unknown', 'not_attempted'] as const
export type ItemOutcome = BulkOutcome | 'not_attempted'

/** What a job can be to the job it was made from. */
export const FOLLOW_UPS = ['retry', 'undo', 'reconcile'] as const
export type FollowUp = (typeof FOLLOW_UPS)[number]

/** Outcomes of items that another job may try again. */
export const RETRY_OUTCOMES = ['failed', 'not_attempted', 'unknown'] as const
export type RetryOutcome = (typeof RETRY_OUTCOMES)[number]

/** A job as every surface answers it. */
export const Job = Type.Object(
  {
    id: Type.String({ description: 'Id of the job', 'x-volatile': true }),
    kind: words(JOB_KINDS, { description: 'bulk: many items; call: one operation; process: a program' }),
    operation: Type.String({ description: 'Id of the operation that made it' }),
    instance: nullable(Type.String(), { description: 'Instance of the system; null for a system that has none' }),
    status: words(JOB_STATUSES, {
      description: `State of the job. ${JOB_STATUSES.map(status => `${status}: ${STATUS_MEANINGS[status]}`).join('. ')}`
    }),
    revision: Type.Integer({ minimum: 0, description: 'Rises with every change of the job', 'x-volatile': true }),
    reason: nullable(Type.String(), {
      description:
        'A word for why it is held back (concurrency_limit), waits (rate_limit, quota, auth, network, configuration), paused (asked, item_failed, too_many_failures, …) or failed; null otherwise'
    }),
    error: nullable(Failure, {
      description: 'What holds it back, or made it wait, pause or fail, in words; null otherwise. Failed items are in errors'
    }),
    dry_run: Type.Boolean({ description: 'True: it ends before anything is changed' }),
    message: Type.String({ description: 'What it does, in a sentence' }),
    parent_id: nullable(Type.String({ 'x-volatile': true }), {
      description: 'The job it was made from, by retry, undo or reconcile; null otherwise'
    }),
    follow_up: nullable(words(FOLLOW_UPS, {}), {
      description:
        "What it is to that job. retry: items again that were not done; undo: the inverse over what succeeded; reconcile: a look at what became of unknown items, whose success means that the look told. null: it is no other's"
    }),
    child_ids: Type.Array(Type.String(), {
      description: 'Jobs made from this one, the oldest first; at most the last 100',
      'x-volatile': true
    }),
    created_at: time('When it was made'),
    updated_at: time('When anything of it changed last, to within a quarter of a second'),
    started_at: timeToCome('When the first item was begun'),
    finished_at: timeToCome('When it ended'),
    expires_at: timeToCome('When it will be forgotten, or, while it awaits confirmation, when the offer ends'),
    waiting_until: timeToCome('When a waiting job goes on'),
    progress: Progress,
    preview: nullable(Preview, { description: 'What would be done; null while the items are being listed' }),
    confirm_token: nullable(Type.String({ 'x-volatile': true }), {
      description: 'Give it to jobs_confirm to start this very job; null unless it awaits confirmation'
    }),
    errors: Type.Array(JobError, { description: 'Failures put together, at most 20 rows' }),
    warnings: Type.Array(Type.String(), {
      description: 'What the action warned of while it acted, each once, at most 50. What to know before confirming is in preview.warnings'
    }),
    result: Type.Optional(CallOutcome),
    notifications: nullable(Notifications, { description: 'What was told to notify_url; null where none was given' }),
    poll_after_ms: nullable(Type.Integer(), { description: 'When it is worth asking again; null once it has ended or waits for you' }),
    links: JobLinks
  },
  { $id: 'Job', description: 'A job: something that takes longer than a call' }
)
export type Job = Static<typeof Job>

/** What became of one item. */
export const JobItem = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Place of the item in the job' }),
    item_id: Type.String({ description: 'Id of the item in its system' }),
    display_name: Type.String({ description: 'The item as people know it, for those in the sample of the preview; else its id' }),
    outcome: nullable(words(ITEM_OUTCOMES, {}), { description: 'What became of it; null while it is pending' }),
    success: nullable(Type.Boolean(), { description: 'True for succeeded and skipped, false for failed, null where it is not known' }),
    error: nullable(Failure, { description: 'Why it failed, or why nobody knows; null otherwise' }),
    data: Type.Optional(Type.Unknown({ description: 'What the action answered for this item' }))
  },
  { $id: 'JobItem', description: 'What became of one item' }
)
export type JobItem = Static<typeof JobItem>

export interface BulkRequest {
  adapter: Omit<BulkAdapter, 'executeBatch'>
  /** Checked, with the adapter's own properties only. */
  input: Record<string, unknown>
  /** Act on exactly these, in place of what the input selects. */
  ids?: string[]
  options: BulkOptions
  instance: string | null
  caller: Caller
  signal: AbortSignal
  /** What it does, where its operation alone does not say: asked for again whenever somebody sets it going. */
  permission?: Permission
  /** Whoever decides has agreed already: it starts without a preview. */
  confirmed?: boolean
  /** Of a call: its action, which may be large. Kept apart, and only until the job has ended. */
  kept?: Json
  /** As `Call.once`: with the same text the same job is answered, and no other is made. */
  once?: string
}

export interface ItemsPage {
  items: JobItem[]
  next_cursor: string | null
  total: Total
}

export interface JobsPage {
  items: Job[]
  next_cursor: string | null
  total: Total | null
}

/** A job made from another; not `fresh` where the same was asked before. */
export interface Followed {
  job: Job
  fresh: boolean
}

/** Jobs, to whoever makes and reads them. A job is seen by the key that made it and by `*`; to others it does not exist. */
export interface Jobs {
  create: (request: BulkRequest) => Promise<Job>
  /** Waits up to `wait` seconds for a change of status or, with `knows`, of anything; not where nothing will change by itself. */
  get: (
    caller: Caller,
    id: string,
    options?: { wait?: number; signal?: AbortSignal; knows?: (revision: number) => boolean }
  ) => Promise<Job>
  list: (caller: Caller, filter: JobFilter) => Promise<JobsPage>
  confirm: (caller: Caller, id: string, token: string) => Promise<Job>
  pause: (caller: Caller, id: string) => Promise<Job>
  resume: (caller: Caller, id: string) => Promise<Job>
  cancel: (caller: Caller, id: string) => Promise<Job>
  /** Makes a job over items of a job that has ended, or answers the one that was made so before. */
  retry: (
    caller: Caller,
    id: string,
    wanted: { outcomes: RetryOutcome[]; acknowledge_unknown: boolean },
    signal: AbortSignal
  ) => Promise<Followed>
  /** Makes a job that looks what became of unknown items, or answers the one that is at it. */
  reconcile: (caller: Caller, id: string, signal: AbortSignal) => Promise<Followed>
  /** Makes a job of the inverse over what succeeded, or answers the one that was made before. */
  undo: (caller: Caller, id: string, signal: AbortSignal) => Promise<Followed>
  /** Forgets a job of which nothing is under way. */
  delete: (caller: Caller, id: string) => Promise<void>
  items: (caller: Caller, id: string, filter: { outcome?: ItemOutcome; limit: number; cursor?: string }) => Promise<ItemsPage>
  /** What becomes of all items, page by page as they are asked for. */
  results: (caller: Caller, id: string, filter: { outcome?: ItemOutcome }) => Promise<{ revision: number; pages: AsyncIterable<JobItem[]> }>
  /** What the program of the job printed so far, after so many lines. */
  output: (caller: Caller, id: string, page: { after: number; limit: number; cursor?: string }) => Promise<LinesPage>
  /** What happens from now on, or from after an event on, until the job's end or the signal. */
  events: (caller: Caller, id: string, from: { after?: string; signal: AbortSignal }) => Promise<AsyncIterable<JobEvent>>
}
