import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { modifyLabels } from '../../client/messages/change.ts'
import { changesLabels } from '../../inputs.ts'
import { LABELED, labelNames, MISSING_MESSAGE, messageId } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'modify_labels',
  core: true,
  summary: 'Add labels to a message, or remove them',
  description:
    "Adds labels to a message and removes others, by name or ID, and returns the message's current labels. Use it to file (add Work), archive (remove INBOX), mark as read (remove UNREAD), star (add STARRED) or report spam (add SPAM). Adding a label that is present, or removing one that is not, changes nothing. It does not create labels: use create_label. To move mail to the trash, use trash_message.",
  permission: 'write',
  http: 'POST /messages/:message_id/labels',
  group: 'messages',
  idempotent: true,
  see_also: ['gmail_list_labels', 'gmail_create_label', 'gmail_trash_message'],
  asked_as: {
    en: [
      'archive this email',
      'mark a mail as read',
      'star a message',
      'put the email in a folder',
      'tag this mail',
      'mark it as important',
      'move a mail out of the inbox',
      'get this mail out of my inbox',
      'flag the message',
      'move the email into a folder',
      'unstar the mail',
      'set a mail back to unread',
      'take the label off the email',
      'star the mail',
      "it's important, flag it",
      'put the mail into a folder',
      'get it out of my inbox',
      'mark it as read',
      "I'll answer that later, keep it unread"
    ],
    de: ['die E-Mail archivieren', 'die Nachricht als gelesen markieren'],
    es: ['archiva este correo', 'marca el mensaje como leído'],
    fr: ['archiver ce mail', 'marquer le message comme lu'],
    ja: ['メールをアーカイブ', 'メールを既読にする', 'メールにラベルを付ける'],
    pl: ['zarchiwizuj maila', 'oznacz wiadomość jako przeczytaną']
  },
  input: Type.Object({
    message_id: messageId,
    add: labelNames('Labels to add, by name or ID. Default: none'),
    remove: labelNames('Labels to remove, by name or ID. Default: none')
  }),
  requires: [changesLabels],
  output: Type.Object(LABELED),
  errors: MISSING_MESSAGE,
  examples: [
    {
      name: 'archive',
      summary: 'Archive a message and label it',
      input: { message_id: '19b0000001460146', add: ['done'], remove: ['INBOX'] },
      output: { id: '19b0000001460146', thread_id: '19b0000001460146', labels: ['Work', 'Done'] }
    },
    {
      name: 'unknown_label',
      summary: 'A label that does not exist is refused, and not created',
      input: { message_id: '19b0000001460146', add: ['Wrok'] },
      error: { reason: 'invalid_field_value', message: 'Wrok is not a label of this account.' }
    },
    {
      name: 'nothing_to_do',
      summary: 'add or remove is required',
      input: { message_id: '19b0000001460146' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ message_id, add, remove }) =>
    `Update the labels of message
 ${message_id}:${[...add.map(name => ` +${name}`), ...remove.map(name => ` -${name}`)].join('').slice(0, 200)}`,
  handler: (input, call) => modifyLabels(call.client, input, call)
})
