import type { BulkOutcome } from '../../contract/bulk.ts'
import type { ItemOutcome, RetryOutcome } from '../../contract/job.ts'

/** Properties of one status of an item. The job stores one byte per item. */
export interface ItemStatus {
  /** The stored byte. */
  byte: string
  meaning: string
  /** Outcome that callers get; null: none yet. A pending item is `not_attempted` once its job has ended. */
  outcome: BulkOutcome | null
  /** Field of the stored job that counts these items; null: they are what the other counts leave of the total. */
  count: 'inflight' | BulkOutcome | null
  /** `success` of the item in results: null if unknown, or if there is no outcome. */
  success: boolean | null
  /** Name in the `outcomes` of a retry; null: a retry never takes these items. */
  retry: RetryOutcome | null
  /** An undo takes these items. */
  undo: boolean
  /** A reconcile, or the check before a job comes to rest, takes these items. */
  reconcile: boolean
}

const NOTHING_MORE = { retry: null, undo: false, reconcile: false } as const

/** The only definition of the item statuses: TypeScript, the Lua scripts, the docs and the tests read it. */
export const ITEM_STATUSES = {
  pending: {
    byte: 'p',
    meaning: 'not started, or released to be started again; `not_attempted` once the job has ended',
    outcome: null,
    count: null,
    success: null,
    retry: 'not_attempted',
    undo: false,
    reconcile: false
  },
  in_progress: {
    byte: 'i',
    meaning: 'given to a worker, no result written yet',
    outcome: null,
    count: 'inflight',
    success: null,
    ...NOTHING_MORE
  },
  succeeded: {
    byte: 's',
    meaning: 'done as requested',
    outcome: 'succeeded',
    count: 'succeeded',
    success: true,
    retry: null,
    undo: true,
    reconcile: false
  },
  skipped: { byte: 'k', meaning: 'needed no change', outcome: 'skipped', count: 'skipped', success: true, ...NOTHING_MORE },
  failed: {
    byte: 'f',
    meaning: 'certainly not done',
    outcome: 'failed',
    count: 'failed',
    success: false,
    retry: 'failed',
    undo: false,
    reconcile: false
  },
  unknown: {
    byte: 'u',
    meaning: 'sent, and the response was lost or unclear: it may or may not be done',
    outcome: 'unknown',
    count: 'unknown',
    success: null,
    retry: 'unknown',
    undo: false,
    reconcile: true
  }
} as const satisfies Record<string, ItemStatus>

type ItemStatusName = keyof typeof ITEM_STATUSES
/** Byte of an item in the status string of a job. */
export type StatusByte = (typeof ITEM_STATUSES)[ItemStatusName]['byte']

export const itemStatuses: readonly ItemStatus[] = Object.values(ITEM_STATUSES)

/** Updates of an item that a worker can write besides an outcome. */
export const ITEM_UPDATES = {
  /** It was not started after all: pending. */
  released: ITEM_STATUSES.pending.byte,
  /** It may be done, and doing it again does no harm: pending, marked as started before. */
  retried: 'a',
  /** Its image before the change is stored: still in progress. */
  image: 'n'
} as const

/** Code of a worker's update of an item: an outcome, or one of ITEM_UPDATES. */
export type UpdateByte = (typeof ITEM_STATUSES)[BulkOutcome]['byte'] | (typeof ITEM_UPDATES)[keyof typeof ITEM_UPDATES]

/** Returns the outcome that callers get for a stored byte: null while there is none. */
export function outcomeOf(byte: string, jobEnded: boolean): ItemOutcome | null {
  if (byte === ITEM_STATUSES.pending.byte && jobEnded) return 'not_attempted'
  return itemStatuses.find(status => status.byte === byte)?.outcome ?? null
}

/** Returns the byte of the items that have this outcome once their job has ended. */
export const byteOf = (outcome: ItemOutcome): StatusByte => ITEM_STATUSES[outcome === 'not_attempted' ? 'pending' : outcome].byte

/** Name of the claim to correct unknown items. Claims of items are named by their byte. */
export const CORRECTION = 'c'

/** Bytes of the items that an undo and a reconcile take. */
export const UNDO_BYTES = bytesOf(({ undo }) => undo)
export const RECONCILE_BYTES = bytesOf(({ reconcile }) => reconcile)

function bytesOf(takes: (status: ItemStatus) => boolean): string {
  return itemStatuses
    .filter(takes)
    .map(({ byte }) => byte)
    .join('')
}
