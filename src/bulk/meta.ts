import type { Json } from '../contract/bulk.ts'
import { JOB_STATUSES, type JobStatus } from '../contract/jobs.ts'
import type { Total } from '../contract/schema.ts'

export interface Failure {
  code: string
  reason: string
  message: string
}

/** The meta hash of a job, read. */
export interface Meta {
  id: string
  /** Id of the caller who made it. */
  key: string
  operation: string
  instance: string | null
  message: string
  irreversible: boolean
  idempotent: boolean
  undoable: boolean
  keepsData: boolean
  itemsPerSecond: number | null
  dryRun: boolean
  maxItems: number
  query: Json
  action: Json
  metadata: { [fact: string]: Json | undefined }
  /** Digest of what it was asked to do. */
  params: string
  queue: string
  turn: number
  status: JobStatus
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
  warnings: string[]
  token: string | null
  total: number
  inflight: number
  waits: number
  counts: { succeeded: number; skipped: number; failed: number; unknown: number; not_attempted: number }
  createdAt: number
  startedAt: number | null
  finishedAt: number | null
  expiresAt: number | null
  waitingUntil: number | null
  runMs: number
}

/** Reads the hash; undefined where there is none. */
export function readMeta(hash: Record<string, string>): Meta | undefined {
  const text = (name: string): string => hash[name] ?? ''
  const number = (name: string): number => Number(hash[name] ?? 0)
  const maybe = (name: string): number | null => (hash[name] ? Number(hash[name]) : null)
  const parsed = <T>(name: string, otherwise: T): T => (hash[name] ? JSON.parse(hash[name]) : otherwise)
  const status = JOB_STATUSES.find(known => known === hash['status'])
  if (status === undefined) return undefined
  return {
    id: text('id'),
    key: text('key'),
    operation: text('operation'),
    instance: hash['instance'] || null,
    message: text('message'),
    irreversible: text('irreversible') === '1',
    idempotent: text('idempotent') === '1',
    undoable: text('undoable') === '1',
    keepsData: text('keeps_data') === '1',
    itemsPerSecond: maybe('items_per_second'),
    dryRun: text('dry_run') === '1',
    maxItems: number('max_items'),
    query: parsed<Json>('query', null),
    action: parsed<Json>('action', null),
    metadata: parsed('metadata', {}),
    params: text('params'),
    queue: text('queue'),
    turn: number('turn'),
    status,
    reason: hash['reason'] || null,
    error: parsed<Failure | null>('error', null),
    phase: text('phase') === 'act' ? 'act' : 'list',
    given: maybe('given'),
    expected: parsed<Total | null>('expected', null),
    page: number('page'),
    cursor: text('cursor'),
    ended: text('ended') === '1',
    listed: number('listed'),
    digest: text('digest'),
    warnings: parsed<string[]>('warnings', []),
    token: hash['token'] || null,
    total: number('total'),
    inflight: number('inflight'),
    waits: number('waits'),
    counts: {
      succeeded: number('succeeded'),
      skipped: number('skipped'),
      failed: number('failed'),
      unknown: number('unknown'),
      not_attempted: number('not_attempted')
    },
    createdAt: number('created_at'),
    startedAt: maybe('started_at'),
    finishedAt: maybe('finished_at'),
    expiresAt: maybe('expires_at'),
    waitingUntil: maybe('waiting_until'),
    runMs: number('run_ms')
  }
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
