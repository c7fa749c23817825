import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteLabel } from '../../client/labels.ts'
import { LABEL, labelInput, MISSING_LABEL } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'delete_label',
  summary: 'Delete a label and remove it from all messages',
  description:
    "Permanently deletes a label. Its messages stay, but the record of which messages had it is lost, and there is no undo. Use it only for labels that no one needs; to hide a label, use update_label. Labels nested below it stay. Gmail's own labels, such as INBOX, cannot be deleted.",
  permission: 'destructive',
  http: 'DELETE /labels/:label',
  group: 'labels',
  see_also: ['gmail_update_label', 'gmail_get_label'],
  asked_as: {
    en: [
      'remove a mail folder',
      'get rid of a Gmail category',
      'I no longer need this email label',
      "I don't need the mail folder any more",
      'drop a label from Gmail',
      "the folder in my mail isn't needed",
      "I don't need that mail folder any longer",
      'remove the category from my mailbox',
      'the mail label is useless, away with it',
      'no one uses the folder in the mailbox'
    ]
  },
  input: Type.Object({ label: labelInput }),
  output: Type.Object({
    id: LABEL.id,
    name: LABEL.name,
    deleted: Type.Boolean({ description: 'Always true: the label is deleted' })
  }),
  errors: MISSING_LABEL,
  examples: [
    {
      name: 'by_name',
      summary: 'Delete a label',
      input: { label: 'Travel/Berlin', confirm: true },
      given: { operation: 'gmail_create_label', input: { name: 'Travel/Berlin' }, as: {} },
      output: { id: 'Label_7', name: 'Travel/Berlin', deleted: true }
    },
    {
      name: 'missing',
      summary: 'A label that does not exist',
      input: { label: 'Nowhere', confirm: true },
      error: { reason: 'upstream_not_found', message: 'This account has no label Nowhere.' }
    }
  ],
  message: ({ label }) => `Permanently delete the label ${label} and remove it from every message`,
  handler: ({ label }, call) => deleteLabel(call.client, label, call)
})
