import { FOLLOW_UPS, type Job, type JobStatus } from '../../contract/job.ts'
import type { JobNews } from '../../contract/job-events.ts'
import { hostOf } from '../store/keys.ts'
import { secondsFor, unitsFor } from './cost.ts'
import { obstacleTo } from './follow-up-rules.ts'
import { type Meta, pendingOf } from './job-record.ts'
import { isTerminal, needsTurn, verbsFor } from './states.ts'
import { warningTexts } from './warnings.ts'

/** The stored values that a job is shown from. */
export interface JobSource {
  meta: Meta
  /** Rows of the sample, as stored. */
  sample: string[]
  /** Rows that group failures, as stored. */
  errors: string[]
  /** Delivery attempts, newest first. */
  deliveries?: string[]
  /** It has something to do, and no worker process serves its queue. */
  lacksWorker?: boolean
}

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

/** Returns a job as callers see it. */
export function viewJob({ meta, sample, errors, deliveries = [], lacksWorker = false }: JobSource, publicUrl: string): Job {
  const self = `${publicUrl}/v1/jobs/${meta.id}`
  return {
    id: meta.id,
    kind: meta.kind,
    operation: meta.operation,
    instance: meta.instance,
    status: meta.status,
    revision: meta.revision,
    ...(lacksWorker ? noWorker(meta) : { reason: meta.reason, error: meta.error }),
    dry_run: meta.dryRun,
    message: meta.message,
    parent_id: meta.parent,
    follow_up: meta.follows,
    child_ids: meta.children,
    created_at: new Date(meta.createdAt).toISOString(),
    updated_at: new Date(meta.publishedAt).toISOString(),
    started_at: iso(meta.startedAt),
    finished_at: iso(meta.finishedAt),
    expires_at: iso(meta.expiresAt),
    waiting_until: iso(meta.waitingUntil),
    progress: progressOf(meta),
    preview: previewOf(meta, sample),
    confirm_token: meta.status === 'awaiting_confirmation' ? meta.token : null,
    errors: errorRows(errors),
    warnings: warningTexts(meta.runWarnings),
    notifications: meta.notifyUrl === null ? null : { url: originOf(meta.notifyUrl), deliveries: deliveries.map(row => JSON.parse(row)) },
    poll_after_ms: pollAfter(meta),
    links: {
      self,
      items: `${self}/items`,
      results: `${self}/results`,
      ...(meta.kind === 'process' && { output: `${self}/output` }),
      events: `${self}/events`,
      ...Object.fromEntries(verbsFor(meta.status, meta.phase).map(verb => [verb, `${self}/${verb}`])),
      ...followUpLinks(meta, self)
    }
  }
}

function noWorker({ queue }: Meta): Pick<Job, 'reason' | 'error'> {
  const host = hostOf(queue)
  const where = host === undefined ? '' : ` on the host ${host}, on which this job acts`
  const message = `No worker process runs${where}: the job continues once one does. Start a gateway with TOOLGATE_ROLE=worker or all${where}.`
  return { reason: 'no_worker', error: { code: 'UNAVAILABLE_ERROR', reason: 'no_worker', message } }
}

function followUpLinks(meta: Meta, self: string): Partial<Job['links']> {
  const possible = FOLLOW_UPS.filter(how => obstacleTo(how, meta) === undefined).map(how => [how, `${self}/${how}`])
  return { ...Object.fromEntries(possible), ...((isTerminal(meta.status) || meta.status === 'awaiting_confirmation') && { delete: self }) }
}

/** Returns the state of a job for an event. Reads only the fields that events contain. */
export function newsOf(meta: Meta): JobNews {
  const { revision, status, reason, error, waitingUntil } = meta
  return { revision, status, reason, error, waiting_until: iso(waitingUntil), progress: progressOf(meta) }
}

function progressOf(meta: Meta): Job['progress'] {
  const { succeeded, skipped, failed, unknown } = meta.counts
  const over = isTerminal(meta.status)
  const done = succeeded + skipped + failed + unknown
  const isListed = meta.phase === 'act'
  const rate = done > 0 && meta.runMs > 0 ? (done * 1000) / meta.runMs : null
  const left = meta.total - done
  return {
    total: isListed ? { value: meta.total, relation: 'eq' } : over ? { value: meta.total, relation: 'gte' } : meta.expected,
    done,
    pending: over ? 0 : left,
    ...meta.counts,
    not_attempted: over ? pendingOf(meta) : 0,
    percent: isListed && meta.total > 0 ? Math.floor((done * 1000) / meta.total) / 10 : over && isListed ? 100 : null,
    items_per_second: rate === null ? null : Math.round(rate * 10) / 10,
    eta_seconds: rate === null || over ? null : secondsFor(left, rate, meta.cost)
  }
}

/** Returns what the job would do; null while its items are being listed. */
function previewOf(meta: Meta, rows: string[]): Job['preview'] {
  if (meta.phase === 'list') return null
  return {
    total: { value: meta.total, relation: 'eq' },
    sample: rows.map(row => JSON.parse(row)),
    warnings: warningTexts(meta.warnings),
    irreversible: meta.irreversible,
    undoable: meta.undoable,
    ...(meta.cost && { cost_units: unitsFor(meta.total, meta.cost) }),
    estimated_seconds: secondsFor(meta.total, meta.itemsPerSecond, meta.cost),
    ...(Object.keys(meta.metadata).length > 0 && { metadata: meta.metadata })
  }
}

/** The path and query of a URL may contain secrets. */
export const originOf = (url: string): string => new URL(url).origin

interface ErrorRow {
  code: string
  reason: string
  message: string
  count: number
  ids: string[]
}

/** Most frequent first. */
function errorRows(errors: string[]): Job['errors'] {
  const rows: ErrorRow[] = errors.map(row => JSON.parse(row))
  return rows
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ ids, ...row }) => ({ ...row, sample_item_ids: Array.isArray(ids) ? ids : [] })) // Lua encodes an empty list as {}
}

const POLL_MS: Partial<Record<JobStatus, number>> = { snapshotting: 500, queued: 500 }

function pollAfter({ status, waitingUntil }: Meta): number | null {
  if (!needsTurn(status)) return null
  const left = waitingUntil === null ? 0 : waitingUntil - Date.now()
  return Math.round(Math.min(Math.max(left, POLL_MS[status] ?? 1_000), 60_000))
}
