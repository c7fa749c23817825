import { awaitingJob } from '../../contract/example-job.ts'

const NOTE = 'notes/2026-12/note-28.txt'

/** The job that the first example of bulk_replace_in_files makes: one file, and how it would change. */
export const AWAITING = awaitingJob({
  operation: 'filesystem_bulk_replace_in_files',
  undoable: true,
  message: 'Replace "http://old.example.com" by "https://new.example.com" in "notes/2026-12/note-28.*"',
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
  ]
})
