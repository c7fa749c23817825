import type { Json } from '../../contract/bulk.ts'
import type { Constraints } from '../../contract/constraints.ts'
import type { FollowUp, JobKind, JobStatus } from '../../contract/job.ts'
import type { OnFailure } from '../../contract/jobs.ts'
import type { Permission } from '../../contract/operation.ts'
import type { Total } from '../../contract/schema.ts'
import type { Cost } from './cost.ts'
import type { Warnings } from './warnings.ts'

export interface Failure {
  code: string
  reason: string
  message: string
}

/** State of the search for items that make their call fail every time, see `engine/poison-items.ts`. Kept from turn to turn. */
export interface PoisonSearch {
  /** Lowest index of the call that failed last. */
  at: number
  /** Failures in a row at this index. */
  strikes: number
  /** Items given up since one was done. Each makes it more likely that the system itself fails, so the next one is tried twice as often. */
  culprits: number
  /** Items below this index are executed one by one. */
  until: number
}

export const NO_POISON_SEARCH: PoisonSearch = { at: -1, strikes: 0, culprits: 0, until: 0 }

/** The encrypted fields of a job, as stored. */
export type EncryptedFields = Partial<Record<'message' | 'query' | 'action' | 'metadata', string>>

/** The meta hash of a job, parsed. */
export interface Meta {
  id: string
  kind: JobKind
  /** ID of the caller that created it. */
  key: string
  operation: string
  /** Permission that it needs, if the operation alone does not determine it. */
  permission: Permission | null
  instance: string | null
  /** What restricted its key when the job was created: it never acts on more. */
  constraints: Constraints
  /** Fingerprint of the settings of the instance when the job was created: see Connection. null: not compared. */
  fingerprint: string | null
  /** `traceparent` of the request that created the job: its turns belong to the same trace. */
  trace: string | null
  message: string
  irreversible: boolean
  idempotent: boolean
  undoable: boolean
  undoIdempotent: boolean
  reconcilable: boolean
  /** The job it was created from, as which follow-up, and the statuses of the items it took over. */
  parent: string | null
  follows: FollowUp | null
  bytes: string
  /** It runs the inverse of the action. */
  inverse: boolean
  children: string[]
  /** The job that has claimed the items of each status, as `claimItems` writes it. */
  claims: Record<string, string>
  /** It returned its items to its parent. */
  itemsReturned: boolean
  keepsData: boolean
  itemsPerSecond: number | null
  cost: Cost | null
  dryRun: boolean
  maxItems: number
  onFailure: OnFailure
  retries: number
  chunk: number | null
  query: Json
  action: Json
  metadata: { [fact: string]: Json | undefined }
  /** Fields that are encrypted and not decrypted yet. */
  encrypted: EncryptedFields
  /** Random, so that no other job has the same confirm tokens. */
  nonce: string
  /** Destination of webhooks; may contain secrets. */
  notifyUrl: string | null
  queue: string
  turn: number
  status: JobStatus
  /** Increases with every change. */
  revision: number
  reason: string | null
  error: Failure | null
  /** `list`: its items are being listed; `act`: they are being acted on. */
  phase: 'list' | 'act'
  /** Number of IDs that the caller named; null if a query selects the items. */
  namedCount: number | null
  expected: Total | null
  page: number
  cursor: string
  ended: boolean
  listed: number
  digest: string
  /** Warnings of the preview. */
  warnings: Warnings
  token: string | null
  /** The caller that confirmed the preview; null if none has. */
  confirmedBy: string | null
  /** An approval was used for the confirmation, or for the call that started the program. */
  approved: boolean
  total: number
  inflight: number
  /** Waits in a row without an item that was processed. */
  waits: number
  /** Warnings of the action while it ran. */
  runWarnings: Warnings
  poisonSearch: PoisonSearch
  counts: { succeeded: number; skipped: number; failed: number; unknown: number; not_attempted: number }
  createdAt: number
  /** Time of the last event: at each change, or PROGRESS_INTERVAL_MS later. */
  publishedAt: number
  startedAt: number | null
  finishedAt: number | null
  expiresAt: number | null
  waitingUntil: number | null
  runMs: number
}

/** Returns the hash of a new job as fields and values. */
export function writeMeta(fields: Record<string, string | number | boolean | null | undefined>): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (value === null || value === undefined) return []
    return [name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value)]
  })
}

/** Returns the number of items without an outcome that are not in progress. */
export function pendingOf({ total, inflight, counts }: Meta): number {
  return total - inflight - counts.succeeded - counts.skipped - counts.failed - counts.unknown
}
