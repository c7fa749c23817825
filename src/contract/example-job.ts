import type { Job } from './job.ts'

const ID = 'jq3kz5v7w2m4n6p8r9t2x4y6a7'
const SELF = `/v1/jobs/${ID}`
const LINKS = {
  self: SELF,
  items: `${SELF}/items`,
  results: `${SELF}/results`,
  events: `${SELF}/events`,
  confirm: `${SELF}/confirm`,
  cancel: `${SELF}/cancel`,
  delete: SELF
}

interface ExampleJob {
  /** ID of the bulk operation. */
  operation: string
  /** The return value of `message` for the input of the example. */
  message: string
  /** All items that the example selects. */
  sample: NonNullable<Job['preview']>['sample']
  /** Metadata that `prepare` returns for the preview. */
  metadata?: NonNullable<NonNullable<Job['preview']>['metadata']>
  irreversible?: boolean
  /** Warnings of the preview. */
  warnings?: readonly string[]
  undoable?: boolean
  estimated_seconds?: number | null
}

/** Returns the output of an example of a bulk operation: its job in the sandbox, before it is confirmed. */
export function awaitingJob({
  operation,
  message,
  sample,
  metadata,
  irreversible = false,
  undoable = false,
  warnings = [],
  estimated_seconds = null
}: ExampleJob): Job {
  return {
    id: ID,
    kind: 'bulk',
    operation,
    instance: 'sandbox',
    status: 'awaiting_confirmation',
    revision: 3,
    reason: null,
    error: null,
    dry_run: false,
    message,
    parent_id: null,
    follow_up: null,
    child_ids: [],
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.030Z',
    started_at: null,
    finished_at: null,
    expires_at: '2026-01-01T01:00:00.000Z',
    waiting_until: null,
    progress: noProgress(sample.length),
    preview: {
      total: { value: sample.length, relation: 'eq' },
      sample: [...sample],
      warnings: [...warnings],
      ...(metadata && { metadata }),
      irreversible,
      undoable,
      estimated_seconds
    },
    confirm_token: 'ct_pX0sYtqkKf1cZq8mJb3vWd5nRg7hTu9a',
    errors: [],
    warnings: [],
    notifications: null,
    poll_after_ms: null,
    links: LINKS
  }
}

const noProgress = (total: number): Job['progress'] => ({
  total: { value: total, relation: 'eq' },
  done: 0,
  pending: total,
  succeeded: 0,
  skipped: 0,
  failed: 0,
  unknown: 0,
  not_attempted: 0,
  percent: 0,
  items_per_second: null,
  eta_seconds: null
})
