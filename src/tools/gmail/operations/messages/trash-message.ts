import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { moveTo } from '../../client/change.ts'
import { LABELLED, MISSING_MESSAGE, messageId } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'trash_message',
  core: true,
  summary: 'Move a message to the trash',
  description:
    'Moves one message to the trash, where Gmail deletes it after about 30 days; until then untrash_message brings it back. Use it to get rid of mail. Answers the labels it has now. Not for good: that is delete_message. Other messages of the conversation stay where they are.',
  permission: 'write',
  http: 'POST /messages/:message_id/trash',
  group: 'messages',
  idempotent: true,
  see_also: ['gmail_untrash_message', 'gmail_delete_message'],
  input: Type.Object({ message_id: messageId }),
  output: Type.Object(LABELLED),
  errors: MISSING_MESSAGE,
  examples: [
    {
      name: 'message',
      summary: 'A message goes to the trash',
      input: { message_id: '19b0000001410141' },
      output: { id: '19b0000001410141', thread_id: '19b0000001410141', labels: ['Travel', 'TRASH'] }
    },
    {
      name: 'missing',
      summary: 'A message that is not there',
      input: { message_id: '19b00000deadbeef' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ message_id }) => `Move message ${message_id} to the trash`,
  handler: ({ message_id }, call) => moveTo(call.client, 'trash', message_id, call)
})
