import type { Json } from '../contract/bulk.ts'
import { MOST_RETRIES, ON_FAILURE, type OnFailure } from '../contract/bulk-options.ts'
import { FOLLOW_UPS, type FollowUp, JOB_STATUSES, type JobStatus } from '../contract/jobs.ts'
import type { Total } from '../contract/schema.ts'
import type { Cost } from './cost.ts'
import { NO_SUSPICION, type Suspicion } from './suspects.ts'
import type { Warned } from './warnings.ts'

export interface Failure {
  code: string
  reason: string
  message: string
}

/** The meta hash of a job, read. */
export interface Meta {
  id: string
  kind: 'bulk' | 'process'
  /** Id of the caller who made it. */
  key: string
  operation: string
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
  /** Who has the items of a byte, and since when: `id:ms`. */
  claims: Record<string, string>
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
  startedAt: number | null
  finishedAt: number | null
  expiresAt: number | null
  waitingUntil: number | null
  runMs: number
}

type Hash = Record<string, string>

const text = (hash: Hash, name: string): string => hash[name] ?? ''
const flag = (hash: Hash, name: string): boolean => hash[name] === '1'
const number = (hash: Hash, name: string): number => Number(hash[name] ?? 0)
const maybe = (hash: Hash, name: string): number | null => (hash[name] ? Number(hash[name]) : null)
const parsed = <T>(hash: Hash, name: string, otherwise: T): T => (hash[name] ? JSON.parse(hash[name]) : otherwise)

const readWarned = (hash: Hash, name: string): Warned => ({ texts: parsed<string[]>(hash, name, []), more: number(hash, `${name}_more`) })

/** Reads the hash; undefined where there is none. */
export function readMeta(hash: Hash): Meta | undefined {
  const status = JOB_STATUSES.find(known => known === hash['status'])
  if (status === undefined) return undefined
  return { status, ...readRequest(hash), ...readKin(hash), ...readListing(hash), ...readProgress(hash) }
}

/** Jobs that say nothing of it are bulk. */
export const kindOf = (word: string | null | undefined): Meta['kind'] => (word === 'process' ? 'process' : 'bulk')

const readRequest = (hash: Hash) => ({
  id: text(hash, 'id'),
  kind: kindOf(hash['kind']),
  key: text(hash, 'key'),
  operation: text(hash, 'operation'),
  instance: hash['instance'] || null,
  message: text(hash, 'message'),
  idempotent: flag(hash, 'idempotent'),
  undoable: flag(hash, 'undoable'),
  undoIdempotent: flag(hash, 'undo_idempotent'),
  reconcilable: flag(hash, 'reconcilable'),
  irreversible: flag(hash, 'irreversible'),
  keepsData: flag(hash, 'keeps_data'),
  itemsPerSecond: maybe(hash, 'items_per_second'),
  cost: parsed<Cost | null>(hash, 'cost', null),
  dryRun: flag(hash, 'dry_run'),
  maxItems: number(hash, 'max_items'),
  onFailure: ON_FAILURE.find(known => known === hash['on_failure']) ?? 'continue',
  retries: maybe(hash, 'retries') ?? MOST_RETRIES,
  chunk: maybe(hash, 'chunk'),
  query: parsed<Json>(hash, 'query', null),
  action: parsed<Json>(hash, 'action', null),
  metadata: parsed<Meta['metadata']>(hash, 'metadata', {}),
  params: text(hash, 'params'),
  notifyUrl: hash['notify_url'] || null,
  queue: text(hash, 'queue'),
  createdAt: number(hash, 'created_at')
})

const readKin = (hash: Hash) => ({
  parent: hash['parent'] || null,
  follows: FOLLOW_UPS.find(known => known === hash['follows']) ?? null,
  bytes: text(hash, 'bytes'),
  inverse: flag(hash, 'inverse'),
  children: parsed<string[]>(hash, 'children', []),
  claims: parsed<Record<string, string>>(hash, 'claims', {})
})

const readListing = (hash: Hash) => ({
  given: maybe(hash, 'given'),
  expected: parsed<Total | null>(hash, 'expected', null),
  page: number(hash, 'page'),
  cursor: text(hash, 'cursor'),
  ended: flag(hash, 'ended'),
  listed: number(hash, 'listed'),
  digest: text(hash, 'digest'),
  warnings: readWarned(hash, 'warnings'),
  token: hash['token'] || null,
  total: number(hash, 'total')
})

const readProgress = (hash: Hash) => ({
  turn: number(hash, 'turn'),
  revision: number(hash, 'revision'),
  reason: hash['reason'] || null,
  error: parsed<Failure | null>(hash, 'error', null),
  phase: hash['phase'] === 'act' ? ('act' as const) : ('list' as const),
  inflight: number(hash, 'inflight'),
  waits: number(hash, 'waits'),
  warned: readWarned(hash, 'warned'),
  suspicion: parsed<Suspicion>(hash, 'suspicion', NO_SUSPICION),
  counts: {
    succeeded: number(hash, 'succeeded'),
    skipped: number(hash, 'skipped'),
    failed: number(hash, 'failed'),
    unknown: number(hash, 'unknown'),
    not_attempted: number(hash, 'not_attempted')
  },
  startedAt: maybe(hash, 'started_at'),
  finishedAt: maybe(hash, 'finished_at'),
  expiresAt: maybe(hash, 'expires_at'),
  waitingUntil: maybe(hash, 'waiting_until'),
  runMs: number(hash, 'run_ms')
})

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
