import type { JobNews } from '../contract/job-events.ts'
import { FOLLOW_UPS, type Job, type JobStatus } from '../contract/jobs.ts'
import { secondsFor } from './cost.ts'
import { obstacleTo } from './follow-up/obstacles.ts'
import { type Meta, pendingOf } from './meta.ts'
import { previewOf } from './preview.ts'
import { isTerminal, needsTurn, verbsFor } from './states.ts'
import { shownWarnings } from './warnings.ts'

/** What is read of a job to show it. */
export interface JobRecord {
  meta: Meta
  sample: string[]
  /** Rows of failures, as they are kept. */
  errors: string[]
  /** Attempts to deliver, the newest first. */
  deliveries?: string[]
}

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

/** A job as callers see it. */
export function viewJob({ meta, sample, errors, deliveries = [] }: JobRecord, publicUrl: string): Job {
  const self = `${publicUrl}/v1/jobs/${meta.id}`
  return {
    id: meta.id,
    kind: meta.kind,
    operation: meta.operation,
    instance: meta.instance,
    status: meta.status,
    revision: meta.revision,
    reason: meta.reason,
    error: meta.error,
    dry_run: meta.dryRun,
    message: meta.message,
    parent_id: meta.parent,
    follow_up: meta.follows,
    child_ids: meta.children,
    created_at: new Date(meta.createdAt).toISOString(),
    updated_at: new Date(meta.toldAt).toISOString(),
    started_at: iso(meta.startedAt),
    finished_at: iso(meta.finishedAt),
    expires_at: iso(meta.expiresAt),
    waiting_until: iso(meta.waitingUntil),
    progress: progressOf(meta),
    preview: previewOf(meta, sample),
    confirm_token: meta.status === 'awaiting_confirmation' ? meta.token : null,
    errors: errorRows(errors),
    warnings: shownWarnings(meta.warned),
    notifications: meta.notifyUrl === null ? null : { url: shownUrl(meta.notifyUrl), deliveries: deliveries.map(row => JSON.parse(row)) },
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

function followUpLinks(meta: Meta, self: string): Partial<Job['links']> {
  const possible = FOLLOW_UPS.filter(how => obstacleTo(how, meta) === undefined).map(how => [how, `${self}/${how}`])
  return { ...Object.fromEntries(possible), ...((isTerminal(meta.status) || meta.status === 'awaiting_confirmation') && { delete: self }) }
}

/** What an event tells of a job. Reads only those fields that events hold. */
export function newsOf(meta: Meta): JobNews {
  const { revision, status, reason, error, waitingUntil } = meta
  return { revision, status, reason, error, waiting_until: iso(waitingUntil), progress: progressOf(meta) }
}

function progressOf(meta: Meta): Job['progress'] {
  const { succeeded, skipped, failed, unknown } = meta.counts
  const over = isTerminal(meta.status)
  const done = succeeded + skipped + failed + unknown
  const listed = meta.phase === 'act'
  const rate = done > 0 && meta.runMs > 0 ? (done * 1000) / meta.runMs : null
  const left = meta.total - done
  return {
    total: listed ? { value: meta.total, relation: 'eq' } : over ? { value: meta.total, relation: 'gte' } : meta.expected,
    done,
    pending: over ? 0 : left,
    ...meta.counts,
    not_attempted: over ? pendingOf(meta) : 0,
    percent: listed && meta.total > 0 ? Math.floor((done * 1000) / meta.total) / 10 : over && listed ? 100 : null,
    items_per_second: rate === null ? null : Math.round(rate * 10) / 10,
    eta_seconds: rate === null || over ? null : secondsFor(left, rate, meta.cost)
  }
}

/** Path and query often hold a secret. */
const shownUrl = (text: string): string => new URL(text).origin

interface ErrorRow {
  code: string
  reason: string
  message: string
  count: number
  ids: string[]
}

/** The most frequent first. */
function errorRows(errors: string[]): Job['errors'] {
  const rows: ErrorRow[] = errors.map(row => JSON.parse(row))
  return rows
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ ids, ...row }) => ({ ...row, sample_item_ids: Array.isArray(ids) ? ids : [] })) // Lua writes an empty list as {}
}

const POLL_MS: Partial<Record<JobStatus, number>> = { snapshotting: 500, queued: 500 }

function pollAfter({ status, waitingUntil }: Meta): number | null {
  if (!needsTurn(status)) return null
  const left = waitingUntil === null ? 0 : waitingUntil - Date.now()
  return Math.round(Math.min(Math.max(left, POLL_MS[status] ?? 1_000), 60_000))
}
