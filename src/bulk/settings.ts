import { HEARTBEAT_MS } from '../contract/sse.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const MINUTE_MS = 60_000
const BATCH_TIMEOUT_MS = 120_000
const ABORT_GRACE_MS = 5_000

/** What may be tuned, and what it is unless it is. */
export const BULK_DEFAULTS = {
  /** A worker gives the job back to the queue after so long, so that jobs take turns. */
  turn_ms: 5_000,
  /** Jobs one worker has in hand at once. */
  turns_at_once: 8,
  /** Of those, for jobs of one key, of one instance of a system, and of one key on one instance: none of them gets all. */
  turns_per_key: 6,
  turns_per_instance: 6,
  turns_per_key_on_instance: 3,
  /** Most time one listing call may take. */
  list_timeout_ms: 60_000,
  /** Most time one executeBatch may take. */
  batch_timeout_ms: BATCH_TIMEOUT_MS,
  /** How long after its abort signal an adapter may still answer. */
  abort_grace_ms: ABORT_GRACE_MS,
  /** What became of an unknown item is not looked up sooner after it became so: its call may be under way for so long. */
  settle_ms: BATCH_TIMEOUT_MS + ABORT_GRACE_MS,
  /** A preview may be confirmed for so long. */
  offer_ms: HOUR * 1000,
  /** How long the answer to `create` waits for the preview. */
  preview_wait_ms: 2_000,
  /** Jobs of one key that act at once, and of those the ones that change the same account (system and instance). */
  running_per_key: 5,
  changing_per_account: 1,
  /** Jobs of one key that have not ended, of those the ones whose items are being listed, and all that are kept: no more are made. */
  open_per_key: 200,
  listing_per_key: 20,
  kept_per_key: 50_000,
  /** Followers of a job hear something at least so often. */
  heartbeat_ms: HEARTBEAT_MS,
  /** The first wait after a failure of the system; each further one is twice as long. */
  first_wait_ms: 1_000,
  /** Turns in a row that the engine itself may break off before the job has failed. */
  most_stumbles: 5,
  /** How long a call that failed waits, at least, before it is made again in the same turn; twice as long the next time. */
  retry_pause_ms: 1_000,
  /**
   * A job pauses where so many items fail one after another, or more than such a part (percent) of those it has tried since it was last set
   * going, once these are so many. 0: never for this reason.
   */
  break_in_a_row: 25,
  break_percent: 50,
  break_least: 100,
  /** What is kept of a job once it has ended, in seconds: the job itself, its items, and the memory that it existed. */
  keep_job_s: 30 * DAY,
  keep_items_s: 7 * DAY,
  keep_stone_s: 120 * DAY,
  /** What a call that ran as a job came to is kept for so long, in seconds: it may be larger than all items of most jobs. */
  keep_answer_s: DAY,
  /**
   * BullMQ's lock, its search for lost ones, and how often a worker looks for work by itself. The longest a job stands still after its worker
   * died or froze is one lock, two searches (one may have been done just before by another worker) and one look.
   */
  lock_ms: 10_000,
  stalled_ms: 3_000,
  drain_ms: 2_000,
  reconcile_ms: 30_000,
  /** A host of which nothing was heard for so long is given up: its jobs stop, and leave their places. */
  host_gone_ms: HOUR * 1000,
  /** How long after the failure of one attempt to deliver a webhook the next is made, from the first on: the schedule of Standard Webhooks. */
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
  /** Most time one attempt may take. */
  webhook_timeout_ms: 15_000,
  /** Attempts one worker has under way at once. */
  webhooks_at_once: 32
}

export type BulkSettings = typeof BULK_DEFAULTS

/** Rows of the preview's sample. */
export const SAMPLE_SIZE = 20

/** Most rows in which failures are put together. */
export const ERROR_ROWS = 20

/** A job is entered in the lists, and given items, a moment before it is written; one that is not there after this long (ms) never will be. */
export const UNBORN_MS = 60_000

/** Ends of workers in a row, at the same place of a job, after which what was under way is taken for their cause. */
export const MOST_CRASHES = 3

/** Ends of workers in a row without one more page of a listing, after which it has failed. */
export const MOST_LAPSES = 5

/** Items from which on a job is kept for quick steps rather than in little room: what that takes is small beside the items. */
export const MANY_ITEMS = 1_000

/** Most bytes of JSON kept for one item. */
export const MAX_ITEM_DATA = 2_048

/** Most bytes of JSON kept of what a result says, where its action asks for more than that. */
export const MAX_RESULT_DATA = 16_384

/** The same of what a call came to. */
export const MAX_ANSWER = 262_144

/** Most items under way at once, of a job that keeps data of its items: a worker holds some megabytes of them at most, however large its calls. */
export const MOST_WITH_DATA = 2_000

/** Most bytes of JSON kept of what the parameters came to. */
export const MAX_METADATA = 16_384

/** Most characters of an item's name. */
export const MAX_NAME = 300

/** Most jobs made from one that it names. */
export const MAX_CHILDREN = 100

/** Most warnings that a preview, and a job beside it, show. */
export const MAX_WARNINGS = 50

/** Most events of a job that wait for delivery; of more, the oldest are dropped. */
export const MAX_NOTICES = 20

/** Rows of failures that a webhook tells; the job has them all. */
export const MAX_TOLD_ERRORS = 5

/** What waits for delivery outlives the deletion of its job by so long (s): longer than all attempts take. */
export const UNTOLD_S = 5 * DAY

/** Most attempts to deliver that a job shows. */
export const MAX_DELIVERIES = 20

/** Most characters of what a job does, in a sentence. */
export const MAX_SENTENCE = 300

/** Most characters kept of one message. */
export const MAX_MESSAGE = 500

/** Most characters kept of a code or a reason. */
export const MAX_WORD = 64

/** Events kept of a job, about. */
export const MAX_EVENTS = 1_000

/** Least time between two events that tell of counters alone. */
export const NEWS_EVERY_MS = 250
