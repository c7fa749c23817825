import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { setTrashed } from '../../client/messages/change.ts'
import { LABELED, MISSING_MESSAGE, messageId } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'untrash_message',
  core: true,
  summary: 'Restore a message from the trash',
  description:
    'Moves a message out of the trash and returns its current labels. Use it to undo trash_message. Gmail does not return it to the inbox: use modify_labels with add INBOX for that. A message that is not in the trash does not change.',
  permission: 'write',
  http: 'POST /messages/:message_id/untrash',
  group: 'messages',
  idempotent: true,
  see_also: ['gmail_trash_message', 'gmail_modify_labels'],
  asked_as: {
    en: [
      'get back an email I deleted',
      'recover a mail from the bin',
      'I threw away a message by mistake',
      'undelete an email',
      'the mail in the bin was important',
      'I deleted the wrong mail',
      'get the mail out of the bin',
      "I shouldn't have binned that mail",
      'get the deleted mail back',
      'that mail was not meant to be thrown away',
      'fish the mail out of the trash'
    ],
    de: ['die gelöschte E-Mail zurückholen'],
    es: ['recupera el correo borrado'],
    fr: ['récupérer un mail supprimé'],
    ja: ['削除したメールを元に戻す'],
    pl: ['odzyskaj usuniętego maila']
  },
  input: Type.Object({ message_id: messageId }),
  output: Type.Object(LABELED),
  errors: MISSING_MESSAGE,
  examples: [
    {
      name: 'message',
      summary: 'A message that is not in the trash does not change',
      input: { message_id: '19b0000001470147' },
      output: { id: '19b0000001470147', thread_id: '19b0000001470147', labels: ['INBOX'] }
    },
    {
      name: 'missing',
      summary: 'A message that does not exist',
      input: { message_id: '19b00000deadbeef' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ message_id }) => `Restore message ${message_id} from the trash`,
  handler: ({ message_id }, call) => setTrashed(call.client, 'untrash', message_id, call)
})
