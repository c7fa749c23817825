import type { Job } from '../../contract/jobs.ts'

const ID = 'jq3kz5v7w2m4n6p8r9t2x4y6a7'
const SELF = `/v1/jobs/${ID}`
const NOTE = 'notes/2026-12/note-28.txt'

/** The job that the first example of bulk_replace_in_files makes: one file, and how it would change. */
export const AWAITING: Job = {
  id: ID,
  kind: 'bulk',
  operation: 'filesystem_bulk_replace_in_files',
  instance: 'sandbox',
  status: 'awaiting_confirmation',
  reason: null,
  error: null,
  dry_run: false,
  message: 'Replace "http://old.example.com" by "https://new.example.com" in notes/2026-12/note-28.* below .',
  created_at: '2026-01-01T00:00:00.000Z',
  started_at: null,
  finished_at: null,
  expires_at: '2026-01-01T01:00:00.000Z',
  waiting_until: null,
  progress: {
    total: { value: 1, relation: 'eq' },
    done: 0,
    pending: 1,
    succeeded: 0,
    skipped: 0,
    failed: 0,
    unknown: 0,
    not_attempted: 0,
    percent: 0,
    items_per_second: null,
    eta_seconds: null
  },
  preview: {
    total: { value: 1, relation: 'eq' },
    sample: [
      {
        item_id: NOTE,
        display_name: NOTE,
        data: {
          before_sha256: '333a8cead5cbb7a5b5a6817efcf25a437343dfa251ec56e184efe63510fd8382',
          after_sha256: '14ece47438b084e6b60db043265a760dcbad31244de844389091ea5e359cf012',
          replacements: 1,
          diff: `--- a/${NOTE}
+++ b/${NOTE}
@@ -1,3 +1,3 @@
 Note 28 of month 12
 Talked about api.
-Follow up at http://old.example.com/tickets/1228
+Follow up at https://new.example.com/tickets/1228
`
        }
      }
    ],
    warnings: [],
    irreversible: false,
    undoable: false,
    estimated_seconds: null
  },
  confirm_token: 'ct_pX0sYtqkKf1cZq8mJb3vWd5nRg7hTu9a',
  errors: [],
  notifications: null,
  poll_after_ms: null,
  links: { self: SELF, items: `${SELF}/items`, confirm: `${SELF}/confirm`, cancel: `${SELF}/cancel` }
}
