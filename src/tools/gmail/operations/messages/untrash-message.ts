import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { moveTo } from '../../client/change.ts'
import { LABELLED, MISSING_MESSAGE, messageId } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'untrash_message',
  core: true,
  summary: 'Bring a message back from the trash',
  description:
    'Takes one message out of the trash. Use it to undo trash_message. Gmail does not put it back into the inbox: use modify_labels with add INBOX for that. Answers the labels it has now. Only for messages in the trash; for others it changes nothing.',
  permission: 'write',
  http: 'POST /messages/:message_id/untrash',
  group: 'messages',
  idempotent: true,
  see_also: ['gmail_trash_message', 'gmail_modify_labels'],
  input: Type.Object({ message_id: messageId }),
  output: Type.Object(LABELLED),
  errors: MISSING_MESSAGE,
  examples: [
    {
      name: 'message',
      summary: 'A message that is not in the trash stays as it is',
      input: { message_id: '19b0000001470147' },
      output: { id: '19b0000001470147', thread_id: '19b0000001470147', labels: ['INBOX'] }
    },
    {
      name: 'missing',
      summary: 'A message that is not there',
      input: { message_id: '19b00000deadbeef' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ message_id }) => `Take message ${message_id} out of the trash`,
  handler: ({ message_id }, call) => moveTo(call.client, 'untrash', message_id, call)
})
