import { type Static, Type } from 'typebox'
import type { BulkOutcome } from './bulk.ts'
import { nullable, stringEnum, Total } from './schema.ts'

export const JOB_KINDS = ['bulk', 'call', 'process'] as const
export type JobKind = (typeof JOB_KINDS)[number]

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

/** Meaning of each status, for schemas and docs. */
export const STATUS_MEANINGS: Readonly<Record<JobStatus, string>> = {
  snapshotting: 'the items are being listed',
  awaiting_confirmation: 'check the preview, then confirm or cancel',
  queued: 'confirmed; a worker starts it next, or after earlier jobs: see reason',
  running: 'items are being processed',
  waiting: 'held up; continues automatically: see reason and waiting_until',
  pausing: 'calls in progress have 10 seconds to finish',
  paused: 'stopped between items until you resume it',
  cancelling: 'calls in progress have 10 seconds to finish; unknown items are checked',
  cancelled: 'stopped permanently; what was done stays done',
  completed: 'ended; see the counts',
  failed: 'could not continue: see error',
  expired: 'not confirmed in time; nothing was done'
}

export const ITEM_OUTCOMES = ['succeeded', 'skipped', 'failed', 'unknown', 'not_attempted'] as const
/** Outcomes that are counted while a job runs. */
export const COUNTED_OUTCOMES = ['succeeded', 'skipped', 'failed', 'unknown'] as const
export type CountedOutcome = (typeof COUNTED_OUTCOMES)[number]
export type ItemOutcome = BulkOutcome | 'not_attempted'

/** Kinds of jobs that are created from another job. */
export const FOLLOW_UPS = ['retry', 'undo', 'reconcile'] as const
export type FollowUp = (typeof FOLLOW_UPS)[number]

/** Outcomes of items that a retry can take. */
export const RETRY_OUTCOMES = ['failed', 'not_attempted', 'unknown'] as const
export type RetryOutcome = (typeof RETRY_OUTCOMES)[number]

/** A number of items. */
const count = (description: string) => Type.Integer({ minimum: 0, description })

/** A time that is always present. */
const time = (description: string) => Type.String({ format: 'date-time', description, 'x-volatile': true })

/** A time that is null until it is known, or in other states. */
const timeOrNull = (description: string) => nullable(Type.String({ format: 'date-time', 'x-volatile': true }), { description })

/** Progress of a job. */
const Progress = Type.Object(
  {
    total: nullable(Total, { description: 'Number of items; null while they are being listed' }),
    done: count('Items with an outcome'),
    pending: count('Items without an outcome yet'),
    succeeded: count('Items done as requested'),
    skipped: count('Items that needed no change'),
    failed: count('Items that failed: see errors'),
    unknown: count('Items that were sent, but whose response was lost or unclear: they may or may not be done'),
    not_attempted: count('Items that were never started, because the job ended first'),
    percent: nullable(Type.Number({ minimum: 0, maximum: 100 }), {
      description: 'Percentage of total that is done; null while the total is unknown'
    }),
    items_per_second: nullable(Type.Number({ 'x-volatile': true }), {
      description: 'Items per second of running time; null before the first items'
    }),
    eta_seconds: nullable(Type.Number({ 'x-volatile': true }), { description: 'Estimated remaining time in seconds; null if unknown' })
  },
  { description: 'Progress', 'x-volatile': true }
)

/** Preview of a job, before anything is changed. */
const Preview = Type.Object(
  {
    total: Total,
    sample: Type.Array(
      Type.Object({
        item_id: Type.String({ description: 'ID of the item in its system' }),
        display_name: Type.String({ description: 'Display name of the item' }),
        data: Type.Optional(
          Type.Unknown({ description: 'What would change for this item, if the operation reports it', 'x-volatile': true })
        ),
        warning: Type.Optional(
          Type.String({
            description: 'Why this item will or may fail, or will be skipped, unless something changes. Absent if no problem is known'
          })
        )
      }),
      { description: 'The first items, at most 20; empty once the job has started: see the items' }
    ),
    warnings: Type.Array(Type.String(), {
      description: 'Warnings to read before you confirm; the first ones state how many items will fail or be skipped, by reason'
    }),
    irreversible: Type.Boolean({ description: 'true: nothing can undo what this does' }),
    undoable: Type.Boolean({ description: 'true: jobs_undo can reverse it afterwards' }),
    cost_units: Type.Optional(
      Type.Number({ description: "Units of the system's rate budget that it needs; absent if the system states no limits" })
    ),
    estimated_seconds: nullable(Type.Number(), { description: 'Estimated duration in seconds; null if unknown' }),
    metadata: Type.Optional(Type.Unknown({ description: 'Resolved parameters, such as names resolved to IDs' }))
  },
  { description: 'What the job would do, before it does anything' }
)

const JobError = Type.Object(
  {
    code: Type.String({ description: 'Error code, as in error.code of a failed call' }),
    reason: Type.String({ description: 'Stable reason within the code' }),
    message: Type.String({ description: 'What went wrong' }),
    count: count('Number of items with this error'),
    sample_item_ids: Type.Array(Type.String(), { description: 'Examples, at most 5' })
  },
  { description: 'Items that failed with the same error' }
)

/** An error without its details. */
const Failure = Type.Object({
  code: Type.String({ description: 'Error code, as in error.code of a failed call' }),
  reason: Type.String({ description: 'Stable reason within the code' }),
  message: Type.String({ description: 'What went wrong' })
})

/** Result of a call that ran as a job. */
const CallResult = Type.Object(
  {
    status: Type.Integer({ description: 'HTTP status that the call would have returned' }),
    success: Type.Boolean({ description: 'true: data and metadata are present. false: error is present' }),
    data: Type.Optional(Type.Unknown({ description: 'Response data, as the operation documents it' })),
    metadata: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'Response metadata, as in the response of the call' })
    ),
    error: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'code, message and details, as in the error response of the call' })
    )
  },
  { description: 'Result of the call' }
)
export type CallResult = Static<typeof CallResult>

const CallOutcome = nullable(CallResult, {
  description:
    'For a job of kind call: its result; null until the job has ended, if the call was not executed, and after the result expires'
})

/** Next steps. */
const JobLinks = Type.Object(
  {
    self: Type.String({ description: 'GET: this job' }),
    items: Type.String({ description: 'GET: result of each item' }),
    results: Type.String({ description: 'GET: results of all items, as NDJSON or CSV' }),
    output: Type.Optional(Type.String({ description: 'GET: output of the program; present if the job is a program' })),
    events: Type.String({ description: 'GET: events of the job, as server-sent events' }),
    confirm: Type.Optional(Type.String({ description: 'POST with confirm_token: start it; present while it awaits confirmation' })),
    resume: Type.Optional(Type.String({ description: 'POST: resume it; present while it is paused, pausing or waiting' })),
    pause: Type.Optional(Type.String({ description: 'POST: pause it; present while it is running and can be paused' })),
    cancel: Type.Optional(Type.String({ description: 'POST: cancel it; present until it ends or is being cancelled' })),
    retry: Type.Optional(
      Type.String({ description: 'POST: create a job for the unfinished items; present once it has ended with unfinished items' })
    ),
    reconcile: Type.Optional(
      Type.String({ description: 'POST: check the outcome of unknown items; present if it has some and the operation can check' })
    ),
    undo: Type.Optional(
      Type.String({ description: 'POST: create a job that reverses what succeeded; present if the operation can be undone' })
    ),
    delete: Type.Optional(Type.String({ description: 'DELETE: delete it; present while nothing is in progress' }))
  },
  { description: 'Next steps that the key may take', 'x-volatile': true }
)

/** Webhook events and when each is sent: a job ended, or it needs action. */
export const EVENT_MEANINGS = {
  'job.awaiting_confirmation': 'the preview is ready to be confirmed',
  'job.waiting': 'the system refuses the credential, or its settings are missing or invalid; sent once per reason until items continue',
  'job.paused': 'the engine paused it; not sent if a caller requested the pause',
  'job.completed': 'it has ended; see the counts',
  'job.failed': 'it could not continue',
  'job.cancelled': 'it was cancelled',
  'job.expired': 'it was not confirmed in time'
} as const
export type EventName = keyof typeof EVENT_MEANINGS

export const EVENTS = Object.keys(EVENT_MEANINGS).filter((name): name is EventName => name in EVENT_MEANINGS)

/** One attempt to deliver one event. */
const Delivery = Type.Object({
  event: stringEnum(EVENTS, { description: 'Event' }),
  webhook_id: Type.String({ description: 'The webhook-id header: the same for every attempt to deliver this event' }),
  attempt: Type.Integer({ minimum: 1, description: 'Number of the attempt, from 1' }),
  at: Type.String({ format: 'date-time', description: 'Time of the attempt' }),
  status: nullable(Type.Integer(), { description: 'HTTP status of the response; null if there was none' }),
  error: nullable(Type.String(), { description: 'Reason why the delivery failed; null if it succeeded' }),
  next_attempt_at: nullable(Type.String({ format: 'date-time' }), { description: 'Time of the next attempt; null if there is none' })
})
export type Delivery = Static<typeof Delivery>

/** Webhook deliveries of a job. */
const Notifications = Type.Object(
  {
    url: Type.String({ description: 'Destination of events: only the origin of notify_url, since its path and query may hold secrets' }),
    deliveries: Type.Array(Delivery, { description: 'Last delivery attempts, newest first; at most 20' })
  },
  { $id: 'Notifications', description: 'Deliveries to notify_url', 'x-volatile': true }
)

/** A job as every surface returns it. */
export const Job = Type.Object(
  {
    id: Type.String({ description: 'ID of the job', 'x-volatile': true }),
    kind: stringEnum(JOB_KINDS, { description: 'bulk: many items; call: one operation; process: a program' }),
    operation: Type.String({ description: 'ID of the operation that created it' }),
    instance: nullable(Type.String(), { description: 'Instance of the system; null if the system has no instances' }),
    status: stringEnum(JOB_STATUSES, {
      description: `State of the job. ${JOB_STATUSES.map(status => `${status}: ${STATUS_MEANINGS[status]}`).join('. ')}`
    }),
    revision: Type.Integer({ minimum: 0, description: 'Increases with every change to the job', 'x-volatile': true }),
    reason: nullable(Type.String(), {
      description:
        'Reason code: why it is queued (concurrency_limit, no_worker), waiting (rate_limit, quota, auth, network, configuration, approval), paused (asked, item_failed, too_many_failures, key_revoked, …) or failed; null otherwise'
    }),
    error: nullable(Failure, {
      description: 'Error that explains why it is queued, waiting, paused or failed; null otherwise. Failed items are in errors'
    }),
    dry_run: Type.Boolean({ description: 'true: it ends before anything is changed' }),
    message: Type.String({ description: 'What it does, in one sentence' }),
    parent_id: nullable(Type.String({ 'x-volatile': true }), {
      description: 'Job that it was created from by retry, undo or reconcile; null otherwise'
    }),
    follow_up: nullable(stringEnum(FOLLOW_UPS, {}), {
      description:
        'Relation to the parent. retry: runs its unfinished items again; undo: reverses what succeeded; reconcile: checks the outcome of its unknown items. null: it has no parent'
    }),
    child_ids: Type.Array(Type.String(), {
      description: 'Jobs created from this one, oldest first; at most the last 100',
      'x-volatile': true
    }),
    created_at: time('Time it was created'),
    updated_at: time('Time of the last change, accurate to a quarter of a second'),
    started_at: timeOrNull('Time the first item was started; null until then'),
    finished_at: timeOrNull('Time it ended; null until then'),
    expires_at: timeOrNull(
      'Once it has ended, time it will be deleted; while it awaits confirmation, time until which it can be confirmed; null otherwise'
    ),
    waiting_until: timeOrNull('Time at which a waiting job continues; null otherwise'),
    progress: Progress,
    preview: nullable(Preview, { description: 'What the job would do; null while the items are being listed' }),
    confirm_token: nullable(Type.String({ 'x-volatile': true }), {
      description: 'Pass it to jobs_confirm to start this job; null unless it awaits confirmation'
    }),
    errors: Type.Array(JobError, { description: 'Failures grouped by cause, at most 20 rows' }),
    warnings: Type.Array(Type.String(), {
      description:
        'Warnings that the operation issued while it ran, each once, at most 50. Warnings to read before you confirm are in preview.warnings'
    }),
    result: Type.Optional(CallOutcome),
    notifications: nullable(Notifications, { description: 'Deliveries to notify_url; null if there is none' }),
    poll_after_ms: nullable(Type.Integer(), {
      description: 'Milliseconds to wait before polling again; null once it has ended or waits for you'
    }),
    links: JobLinks
  },
  { $id: 'Job', description: 'A job: work that takes longer than a call' }
)
export type Job = Static<typeof Job>

/** One item of a job, with its outcome. */
export const JobItem = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Position of the item in the job' }),
    item_id: Type.String({ description: 'ID of the item in its system' }),
    display_name: Type.String({ description: "Display name of the item, if it is in the preview's sample; else its ID" }),
    outcome: nullable(stringEnum(ITEM_OUTCOMES, {}), { description: 'Outcome; null while it is pending' }),
    success: nullable(Type.Boolean(), {
      description: 'true for succeeded and skipped; false for failed and not_attempted; null for unknown and pending items'
    }),
    error: nullable(Failure, { description: 'Error that explains why it failed or why its outcome is unknown; null otherwise' }),
    data: Type.Optional(Type.Unknown({ description: 'Result that the operation returned for this item' }))
  },
  { $id: 'JobItem', description: 'Outcome of one item' }
)
export type JobItem = Static<typeof JobItem>
