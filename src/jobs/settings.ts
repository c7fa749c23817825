import { HEARTBEAT_MS } from '../lib/sse.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const MINUTE_MS = 60_000
const BATCH_TIMEOUT_MS = 120_000
const ABORT_GRACE_MS = 5_000

/** Settings of the engine with their defaults. Names end in their unit. */
export const JOB_DEFAULTS = {
  /** A worker returns a job to the queue after this time, so that jobs take turns. */
  turn_ms: 5_000,
  /** Concurrent turns of one worker. */
  turns_at_once: 8,
  /** Of these, maximum for one key, for one instance of a system, and for one key on one instance. */
  turns_per_key: 6,
  turns_per_instance: 6,
  turns_per_key_on_instance: 3,
  /** Timeout of one listing call. */
  list_timeout_ms: 60_000,
  /** Timeout of one executeBatch. */
  batch_timeout_ms: BATCH_TIMEOUT_MS,
  /** Time for which an adapter may still return results after its abort signal. */
  abort_grace_ms: ABORT_GRACE_MS,
  /** Time for which a call in progress may continue after its job is cancelled or paused, before it is aborted. */
  finish_ms: 10_000,
  /** After this time the call that made an item unknown has certainly ended. An item that is not done counts as such only then. */
  settle_ms: BATCH_TIMEOUT_MS + ABORT_GRACE_MS,
  /** Time for which a preview can be confirmed. */
  confirmation_ttl_ms: HOUR * 1000,
  /** Maximum time that the response to `create` waits for the preview. */
  preview_wait_ms: 2_000,
  /** Maximum of running jobs per key, and of those that change the same instance of a system. */
  running_per_key: 5,
  concurrent_writes_per_instance: 1,
  /** Maximum per key of jobs that have not ended, of those whose items are being listed, and of all stored jobs. */
  open_per_key: 200,
  listing_per_key: 20,
  kept_per_key: 50_000,
  /** Interval of heartbeats to followers of a job. */
  heartbeat_ms: HEARTBEAT_MS,
  /** First wait after a failure of the system. Each further one is twice as long. */
  first_wait_ms: 1_000,
  /** Turns in a row that may fail because of the engine itself before the job fails. */
  max_turn_failures: 5,
  /** Minimum pause before a failed call is retried in the same turn. Each further one is twice as long. */
  retry_pause_ms: 1_000,
  /**
   * Circuit breaker: a job pauses after this many failures in a row, or if more than this percentage of the items fail that were tried since it
   * was last started, once this many were tried. 0 disables the rule.
   */
  breaker_streak: 25,
  breaker_percent: 50,
  breaker_min_items: 100,
  /** Seconds that a job is kept after its end: the job itself, its items, and its tombstone. */
  keep_job_s: 30 * DAY,
  keep_items_s: 7 * DAY,
  keep_tombstone_s: 120 * DAY,
  /** Seconds that the result of a call that ran as a job is kept. It may be larger than all items of most jobs. */
  keep_call_result_s: DAY,
  /**
   * BullMQ's lock, its search for lost jobs, and how often a worker polls the queue. After its worker died or froze, a job stalls for at most one
   * lock, two searches (another worker may just have done one) and one poll.
   */
  lock_ms: 10_000,
  stalled_ms: 3_000,
  drain_ms: 2_000,
  reconcile_ms: 30_000,
  /** Interval at which a worker reports that it runs, and the silence after which it counts as missing. */
  worker_heartbeat_ms: 5_000,
  worker_gone_ms: 15_000,
  /** A host that has not been seen for this long is given up: its jobs stop and release their slots. */
  host_gone_ms: HOUR * 1000,
  /** Delay of each attempt to deliver a webhook after the one before it failed: the schedule of Standard Webhooks. */
  webhook_delays_ms: [
    0,
    5_000,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    120 * MINUTE_MS,
    300 * MINUTE_MS,
    600 * MINUTE_MS,
    840 * MINUTE_MS,
    1_200 * MINUTE_MS,
    1_440 * MINUTE_MS
  ],
  /** Timeout of one delivery attempt. */
  webhook_timeout_ms: 15_000,
  /** Concurrent delivery attempts of one worker. */
  webhooks_at_once: 32
}

export type JobSettings = typeof JOB_DEFAULTS

/** Rows of the preview's sample. */
export const SAMPLE_SIZE = 20

/** Maximum number of rows that group failures. */
export const ERROR_ROWS = 20

/** A job is added to the indexes, and claims items, just before it is written. If it does not exist after this time (ms), it never will. */
export const UNWRITTEN_MS = 60_000

/**
 * Number of checks of outcomes in a row that may fail before the job ends without one, and the longest wait (ms) for another check. It is longer
 * than waits that grow by themselves.
 */
export const MAX_CHECK_FAILURES = 10
export const MAX_CHECK_WAIT_MS = 90_000

/** Ends of workers in a row, at the same position in a job, after which the items in progress are treated as their cause. */
export const MAX_CRASHES = 3

/** Ends of workers in a row without another page of a listing, after which the job fails. */
export const MAX_LISTING_CRASHES = 5

/** Number of items from which a job is stored for speed rather than for size: its own size is then small compared with that of the items. */
export const MANY_ITEMS = 1_000

/** Maximum size of the stored data of one item, as JSON, in bytes. */
export const MAX_ITEM_DATA = 2_048

/** Maximum size of the stored data of a result, if the action asks for more, in bytes. */
export const MAX_RESULT_DATA = 16_384

/** Maximum size of the stored result of a call, in bytes. */
export const MAX_CALL_RESULT = 262_144

/** Maximum number of items in progress for a job that keeps data of its items: limits the memory of a worker to a few megabytes. */
export const MAX_WITH_DATA = 2_000

/** Maximum size of the stored metadata of the preview, in bytes. */
export const MAX_METADATA = 16_384

/** Maximum length of the name of an item. */
export const MAX_NAME = 300

/** Maximum number of follow-up jobs that a job lists. */
export const MAX_CHILDREN = 100

/** Maximum number of warnings of a preview, and of a job. */
export const MAX_WARNINGS = 50

/** Maximum number of undelivered events of a job. Beyond that, the oldest are dropped. */
export const MAX_NOTICES = 20

/** Maximum number of rows of failures in a webhook; the job has all of them. */
export const MAX_NOTIFIED_ERRORS = 5

/** Seconds that undelivered events outlive the deletion of their job: longer than all attempts take. */
export const KEEP_NOTICES_S = 5 * DAY

/** Maximum number of delivery attempts that a job shows. */
export const MAX_DELIVERIES = 20

/** Maximum length of the sentence that describes a job. */
export const MAX_SENTENCE = 300

/** Maximum length of a stored message. */
export const MAX_MESSAGE = 500

/** Maximum length of a stored code or reason. */
export const MAX_WORD = 64

/** Approximate number of stored events of a job. */
export const MAX_EVENTS = 1_000

/** Approximate maximum number of entries in the history of a job. */
export const MAX_HISTORY = 2_000

/** Samples of the counters in the history: at least this long apart, and at least the age of the job divided by SAMPLES. */
export const MIN_SAMPLE_INTERVAL_MS = 1_000
export const SAMPLES = 100

/** Minimum interval between two events that only change counters. */
export const PROGRESS_INTERVAL_MS = 250
