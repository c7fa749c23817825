import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { setThreadTrashed } from '../../client/threads.ts'
import { LABELED_THREAD, MISSING_THREAD, threadId } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'untrash_thread',
  summary: 'Restore a whole conversation from the trash',
  description:
    'Moves all messages of a conversation out of the trash. Use it to undo trash_thread. Gmail does not return the messages to the inbox: use modify_thread with add INBOX for that. For one message, use untrash_message.',
  permission: 'write',
  http: 'POST /threads/:thread_id/untrash',
  group: 'threads',
  idempotent: true,
  see_also: ['gmail_trash_thread', 'gmail_modify_thread'],
  asked_as: {
    en: [
      'get the deleted mail conversation back',
      'recover a whole thread from the bin',
      'I trashed the discussion by mistake',
      'fetch the discussion back out of the bin',
      'I need the binned conversation again',
      'bring the whole exchange back from the trash',
      'I threw the conversation away by mistake',
      'the deleted thread should be in my inbox again',
      'undelete a conversation',
      'restore all mails of the thread',
      'get the entire mail thread out of the bin'
    ]
  },
  input: Type.Object({ thread_id: threadId }),
  output: Type.Object(LABELED_THREAD),
  errors: MISSING_THREAD,
  examples: [
    {
      name: 'thread',
      summary: 'A conversation that is not in the trash does not change',
      input: { thread_id: '19b00000014c014c' },
      output: { id: '19b00000014c014c', messages_total: 4, labels: ['INBOX', 'IMPORTANT', 'Work/Projects', 'SENT'] }
    },
    {
      name: 'missing',
      summary: 'A conversation that does not exist',
      input: { thread_id: '19b00000deadbeef' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ thread_id }) => `Restore conversation ${thread_id} from the trash`,
  handler: ({ thread_id }, call) => setThreadTrashed(call.client, 'untrash', thread_id, call)
})
