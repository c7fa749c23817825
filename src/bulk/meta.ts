import type { Json } from '../contract/bulk.ts'
import type { OnFailure } from '../contract/bulk-options.ts'
import type { JobKind } from '../contract/job-parts.ts'
import type { FollowUp, JobStatus } from '../contract/jobs.ts'
import type { Permission } from '../contract/operation.ts'
import type { Total } from '../contract/schema.ts'
import type { Cost } from './cost.ts'
import type { Suspicion } from './suspects.ts'
import type { Warned } from './warnings.ts'

export interface Failure {
  code: string
  reason: string
  message: string
}

/** The meta hash of a job, read. */
export interface Meta {
  id: string
  kind: JobKind
  /** Id of the caller who made it. */
  key: string
  operation: string
  /** What it does, where the operation alone does not say. */
  permission: Permission | null
  instance: string | null
  message: string
  irreversible: boolean
  idempotent: boolean
  undoable: boolean
  undoIdempotent: boolean
  reconcilable: boolean
  /** The job it was made from, as what, and the bytes of the items it took over. */
  parent: string | null
  follows: FollowUp | null
  bytes: string
  /** It runs the inverse of the action. */
  inverse: boolean
  children: string[]
  /** Who has the items of a byte: as `adopt` writes it. */
  claims: Record<string, string>
  /** Its parent has the items again. */
  givenBack: boolean
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
  /** Digest of what it was asked to do. */
  params: string
  /** Where its events go; may hold secrets. */
  notifyUrl: string | null
  queue: string
  turn: number
  status: JobStatus
  /** Rises with every change. */
  revision: number
  reason: string | null
  error: Failure | null
  /** Listing its items, or acting on them. */
  phase: 'list' | 'act'
  /** How many ids the caller named; null where a query selects. */
  given: number | null
  expected: Total | null
  page: number
  cursor: string
  ended: boolean
  listed: number
  digest: string
  warnings: Warned
  token: string | null
  total: number
  inflight: number
  waits: number
  /** What the action warned of while it acted. */
  warned: Warned
  suspicion: Suspicion
  counts: { succeeded: number; skipped: number; failed: number; unknown: number; not_attempted: number }
  createdAt: number
  /** When what it came to was told last: at each change, or NEWS_EVERY_MS later. */
  toldAt: number
  startedAt: number | null
  finishedAt: number | null
  expiresAt: number | null
  waitingUntil: number | null
  runMs: number
}

/** The hash of a new job, as fields and values. */
export function writeMeta(fields: Record<string, string | number | boolean | null | undefined>): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (value === null || value === undefined) return []
    return [name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value)]
  })
}

/** Items without an outcome that nobody has begun. */
export function pendingOf({ total, inflight, counts }: Meta): number {
  return total - inflight - counts.succeeded - counts.skipped - counts.failed - counts.unknown
}
