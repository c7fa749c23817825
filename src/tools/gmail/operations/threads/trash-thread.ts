import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { setThreadTrashed } from '../../client/threads.ts'
import { LABELED_THREAD, MISSING_THREAD, threadId } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'trash_thread',
  summary: 'Move a whole conversation to the trash',
  description:
    'Moves all messages of a conversation to the trash, where Gmail deletes them after about 30 days; until then, untrash_thread restores them. Use it to remove a discussion. For one message, use trash_message; for many conversations, bulk_modify_threads.',
  permission: 'write',
  http: 'POST /threads/:thread_id/trash',
  group: 'threads',
  idempotent: true,
  see_also: ['gmail_untrash_thread', 'gmail_trash_message', 'gmail_bulk_modify_threads'],
  asked_as: {
    en: [
      'throw away the whole mail conversation',
      'delete the entire thread',
      'bin the discussion with all its replies',
      'get rid of this mail thread',
      'throw the whole conversation with the agency away',
      "I don't need this mail exchange any more",
      'delete the complete conversation',
      'the entire discussion can go in the bin',
      'all of that mail thread should be binned',
      'away with the whole exchange of mails',
      'bin the mail thread'
    ]
  },
  input: Type.Object({ thread_id: threadId }),
  output: Type.Object(LABELED_THREAD),
  errors: MISSING_THREAD,
  examples: [
    {
      name: 'thread',
      summary: 'A conversation of one message',
      input: { thread_id: '19b0000001420142' },
      output: { id: '19b0000001420142', messages_total: 1, labels: ['Work', 'TRASH'] }
    },
    {
      name: 'missing',
      summary: 'A conversation that does not exist',
      input: { thread_id: '19b00000deadbeef' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ thread_id }) => `Move conversation ${thread_id} to the trash`,
  handler: ({ thread_id }, call) => setThreadTrashed(call.client, 'trash', thread_id, call)
})
