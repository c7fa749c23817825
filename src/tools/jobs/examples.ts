import type { ExampleSetup } from '../../contract/examples.ts'
import type { Job } from '../../contract/job.ts'

/** A well-formed ID of a job that does not exist. */
export const NO_JOB = 'jaaaaaaaaaaaaaaaaaaaaaaaaaa'
export const A_JOB = 'jq3kz5v7w2m4n6p3r2t2x4y6a7b'
export const A_PARENT = 'jm5r2c4d6e7f3g2h4k5l6n7p2q3'
export const A_TOKEN = 'ct_pX0sYtqkKf1cZq8mJb3vWd5nRg7hTu9a'

const FILE = 'notes/2026-12/note-30.txt'
const CHANGE = { ids: [FILE], search: '/tickets/', replacement: '/issues/' }

/** A job for one file that awaits confirmation, and a dry run. */
export const offered: ExampleSetup = {
  operation: 'filesystem_bulk_replace_in_files',
  input: CHANGE,
  as: { id: 'id', confirm_token: 'confirm_token' }
}
export const rehearsed: ExampleSetup = {
  operation: 'filesystem_bulk_replace_in_files',
  input: { ...CHANGE, dry_run: true },
  as: { id: 'id' }
}

const SELF = `http://127.0.0.1:8080/v1/jobs/${A_JOB}`

/** The job of `rehearsed` after its end. */
export const rehearsal: Job = {
  id: A_JOB,
  kind: 'bulk',
  operation: 'filesystem_bulk_replace_in_files',
  instance: 'sandbox',
  status: 'completed',
  revision: 3,
  reason: null,
  error: null,
  dry_run: true,
  message: 'Replace "/tickets/" with "/issues/" in the listed files',
  parent_id: null,
  follow_up: null,
  child_ids: [],
  created_at: '2026-11-21T22:00:00.000Z',
  updated_at: '2026-11-21T22:00:00.045Z',
  started_at: null,
  finished_at: '2026-11-21T22:00:00.045Z',
  expires_at: '2026-12-21T22:00:00.045Z',
  waiting_until: null,
  progress: {
    total: { value: 1, relation: 'eq' },
    done: 0,
    pending: 0,
    succeeded: 0,
    skipped: 0,
    failed: 0,
    unknown: 0,
    not_attempted: 1,
    percent: 0,
    items_per_second: null,
    eta_seconds: null
  },
  preview: {
    total: { value: 1, relation: 'eq' },
    sample: [{ item_id: FILE, display_name: FILE, data: { replacements: 1 } }],
    warnings: [],
    irreversible: false,
    undoable: true,
    estimated_seconds: null
  },
  confirm_token: null,
  errors: [],
  warnings: [],
  notifications: null,
  poll_after_ms: null,
  links: {
    self: SELF,
    items: `${SELF}/items`,
    results: `${SELF}/results`,
    events: `${SELF}/events`,
    delete: SELF
  }
}

const { delete: _ended, ...LINKS } = rehearsal.links
const CANCEL = `${SELF}/cancel`

/** A job in progress. */
export const underWay: Job = {
  ...rehearsal,
  dry_run: false,
  updated_at: '2026-11-21T22:00:05.350Z',
  message: 'Replace "http://old.example.com" with "https://new.example.com" in **/*.md below docs',
  started_at: '2026-11-21T22:00:05.000Z',
  finished_at: null,
  expires_at: null,
  progress: {
    ...rehearsal.progress,
    total: { value: 400, relation: 'eq' },
    done: 150,
    pending: 250,
    succeeded: 149,
    failed: 1,
    not_attempted: 0,
    percent: 37.5,
    items_per_second: 410.5,
    eta_seconds: 1
  },
  preview: {
    total: { value: 400, relation: 'eq' },
    sample: [{ item_id: 'docs/api/page-001.md', display_name: 'docs/api/page-001.md', data: { replacements: 2 } }],
    warnings: [],
    irreversible: false,
    undoable: true,
    estimated_seconds: null
  },
  errors: [
    {
      code: 'CONFLICT_ERROR',
      reason: 'version_conflict',
      message: 'The file was changed after it was listed.',
      count: 1,
      sample_item_ids: ['docs/api/page-001.md']
    }
  ],
  poll_after_ms: 1_000,
  links: { ...LINKS, pause: `${SELF}/pause`, cancel: CANCEL }
}

/** A follow-up job, with its preview. */
export const followUp: Job = {
  ...underWay,
  status: 'awaiting_confirmation',
  parent_id: A_PARENT,
  started_at: null,
  expires_at: '2026-11-21T23:00:05.000Z',
  progress: {
    ...rehearsal.progress,
    total: { value: 1, relation: 'eq' },
    pending: 1,
    not_attempted: 0
  },
  preview: {
    total: { value: 1, relation: 'eq' },
    sample: [{ item_id: 'docs/api/page-001.md', display_name: 'docs/api/page-001.md' }],
    warnings: [],
    irreversible: false,
    undoable: true,
    estimated_seconds: null
  },
  confirm_token: A_TOKEN,
  errors: [],
  poll_after_ms: null,
  links: { ...LINKS, confirm: `${SELF}/confirm`, cancel: CANCEL, delete: SELF }
}
