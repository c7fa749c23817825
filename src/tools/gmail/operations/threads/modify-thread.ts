import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { modifyThread } from '../../client/threads.ts'
import { changesLabels } from '../../inputs.ts'
import { LABELED_THREAD, labelNames, MISSING_THREAD, threadId } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'modify_thread',
  summary: 'Add labels to a whole conversation, or remove them',
  description:
    'Adds labels to all messages of a conversation and removes others, by name or ID. Use it to archive a conversation (remove INBOX), to mark it as read (remove UNREAD) or to file it (add Work). Later messages of the conversation do not get the labels. For one message, use modify_labels; for many conversations, bulk_modify_threads; for the trash, trash_thread.',
  permission: 'write',
  http: 'POST /threads/:thread_id/labels',
  group: 'threads',
  idempotent: true,
  see_also: ['gmail_get_thread', 'gmail_modify_labels', 'gmail_bulk_modify_threads', 'gmail_trash_thread'],
  asked_as: {
    en: [
      'archive the whole conversation',
      'label the entire mail thread',
      'mark the discussion as read',
      'file this conversation under Work',
      'move the mail thread out of the inbox',
      'get the whole conversation out of my inbox',
      'tag the entire exchange with the agency',
      'the complete conversation should be marked read',
      'star the whole thread',
      'put all mails of the discussion in the folder',
      'the thread is done, archive it',
      'show the whole conversation as unread'
    ]
  },
  input: Type.Object({
    thread_id: threadId,
    add: labelNames('Labels to add, by name or ID. Default: none'),
    remove: labelNames('Labels to remove, by name or ID. Default: none')
  }),
  requires: [changesLabels],
  output: Type.Object(LABELED_THREAD),
  errors: MISSING_THREAD,
  examples: [
    {
      name: 'star',
      summary: 'A conversation of one message is archived and labeled',
      input: { thread_id: '19b0000001450145', add: ['done'], remove: ['INBOX'] },
      output: { id: '19b0000001450145', messages_total: 1, labels: ['UNREAD', 'CATEGORY_PROMOTIONS', 'Newsletters', 'Done'] }
    },
    {
      name: 'unknown_label',
      summary: 'A label that does not exist is refused, and none is created',
      input: { thread_id: '19b0000001450145', add: ['Wrok'] },
      error: { reason: 'invalid_field_value', message: 'Wrok is not a label of this account.' }
    },
    {
      name: 'missing',
      summary: 'A conversation that does not exist',
      input: { thread_id: '19b00000deadbeef', remove: ['INBOX'] },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ thread_id, add, remove }) =>
    `Update the labels of conversation ${thread_id}:${[...add.map(name => ` +${name}`), ...remove.map(name => ` -${name}`)].join('').slice(0, 200)}`,
  handler: (input, call) => modifyThread(call.client, input, call)
})
