import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { setTrashed } from '../../client/messages/change.ts'
import { LABELED, MISSING_MESSAGE, messageId } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'trash_message',
  core: true,
  summary: 'Move a message to the trash',
  description:
    'Moves a message to the trash, where Gmail deletes it after about 30 days; until then, untrash_message restores it. Returns its current labels. Use it to remove mail. To delete a message permanently, use delete_message. Other messages of the conversation stay where they are.',
  permission: 'write',
  http: 'POST /messages/:message_id/trash',
  group: 'messages',
  idempotent: true,
  see_also: ['gmail_untrash_message', 'gmail_delete_message'],
  asked_as: {
    en: [
      'delete this email',
      'throw away a mail',
      'bin the message',
      'get rid of a spam mail',
      "I don't need this mail",
      'remove the email from Bob',
      'move it to the bin',
      'the mail is junk',
      'chuck this newsletter',
      'away with that message'
    ],
    de: ['die E-Mail löschen', 'die Nachricht in den Papierkorb'],
    es: ['borra este correo', 'tira el mensaje a la papelera'],
    fr: ['supprimer ce mail', 'mettre le message à la corbeille'],
    ja: ['メールを削除', 'メールをゴミ箱に'],
    pl: ['usuń tego maila', 'wyrzuć wiadomość do kosza']
  },
  input: Type.Object({ message_id: messageId }),
  output: Type.Object(LABELED),
  errors: MISSING_MESSAGE,
  examples: [
    {
      name: 'message',
      summary: 'Move a message to the trash',
      input: { message_id: '19b0000001410141' },
      output: { id: '19b0000001410141', thread_id: '19b0000001410141', labels: ['Travel', 'TRASH'] }
    },
    {
      name: 'missing',
      summary: 'A message that does not exist',
      input: { message_id: '19b00000deadbeef' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ message_id }) => `Move message ${message_id} to the trash`,
  handler: ({ message_id }, call) => setTrashed(call.client, 'trash', message_id, call)
})
