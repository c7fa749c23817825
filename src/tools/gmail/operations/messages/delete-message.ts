import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteMessage } from '../../client/change.ts'
import { MISSING_MESSAGE, messageId } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'delete_message',
  summary: 'Delete a message for good',
  description:
    'Deletes one message at once and for good, past the trash: it is lost, and there is no undo. Use it only where that is surely wanted; otherwise use trash_message. The account must have granted the scope https://mail.google.com/: with less Gmail refuses it.',
  permission: 'destructive',
  http: 'DELETE /messages/:message_id',
  group: 'messages',
  see_also: ['gmail_trash_message'],
  input: Type.Object({ message_id: messageId }),
  output: Type.Object({
    id: Type.String({ description: 'Id of the message' }),
    deleted: Type.Boolean({ description: 'Always true: it is gone' })
  }),
  errors: MISSING_MESSAGE,
  examples: [
    {
      name: 'message',
      summary: 'A message is gone',
      input: { message_id: '19b0000001440144', confirm: true },
      output: { id: '19b0000001440144', deleted: true }
    },
    {
      name: 'missing',
      summary: 'A message that is not there, or is deleted already',
      input: { message_id: '19b00000deadbeef', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ message_id }) => `Delete message ${message_id} for good`,
  handler: ({ message_id }, call) => deleteMessage(call.client, message_id, call)
})
