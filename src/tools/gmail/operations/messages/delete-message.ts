import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteMessage } from '../../client/messages/change.ts'
import { MISSING_MESSAGE, messageId } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'delete_message',
  summary: 'Delete a message permanently',
  description:
    'Permanently deletes a message without moving it to the trash. There is no undo. Use it only if permanent deletion is required; otherwise use trash_message. The account must have granted the scope https://mail.google.com/; without it, Gmail refuses the call.',
  permission: 'destructive',
  http: 'DELETE /messages/:message_id',
  group: 'messages',
  see_also: ['gmail_trash_message', 'gmail_get_message'],
  asked_as: {
    en: [
      'permanently erase an email',
      'delete a mail forever',
      'destroy a message without the trash',
      'erase this message so no one can restore it',
      'get rid of a mail for good',
      'wipe that mail so no one can get it back',
      'delete this mail without the bin',
      'that email should be gone forever',
      'destroy the mail with the password'
    ],
    de: ['die E-Mail endgültig löschen'],
    es: ['borra el correo definitivamente'],
    fr: ['supprimer le mail définitivement'],
    ja: ['メールを完全に削除'],
    pl: ['trwale usuń wiadomość']
  },
  input: Type.Object({ message_id: messageId }),
  output: Type.Object({
    id: Type.String({ description: 'ID of the message' }),
    deleted: Type.Boolean({ description: 'Always true: the message is deleted' })
  }),
  errors: MISSING_MESSAGE,
  examples: [
    {
      name: 'message',
      summary: 'Delete a message',
      input: { message_id: '19b0000001440144', confirm: true },
      output: { id: '19b0000001440144', deleted: true }
    },
    {
      name: 'missing',
      summary: 'A message that does not exist, or is already deleted',
      input: { message_id: '19b00000deadbeef', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ message_id }) => `Permanently delete message ${message_id}`,
  handler: ({ message_id }, call) => deleteMessage(call.client, message_id, call)
})
