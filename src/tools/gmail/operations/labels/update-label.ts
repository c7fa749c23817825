import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import type { Requirement } from '../../../../contract/requires.ts'
import { updateLabel } from '../../client/labels.ts'
import { colorsTogether } from '../../inputs.ts'
import { LabelDetails, labelDisplayInput, labelInput, labelName, MISSING_LABEL } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

const CHANGE = 'Set at least one property to update.'

const changesSomething: Requirement = {
  text: CHANGE,
  check: ({ name, ...input }) =>
    name !== undefined || Object.keys(labelDisplayInput).some(property => input[property] !== undefined)
      ? undefined
      : { path: 'name', message: 'is required unless another property is set', expected: CHANGE }
}

export default defineOperation(gmail, {
  name: 'update_label',
  summary: 'Update a label: its name, color or visibility',
  description:
    "Updates the given properties of a label and keeps the others. Its messages stay labeled. Use it to rename a label, to nest it below another one (Work/Projects), to hide it or to color it. Labels nested below it are not renamed. Gmail's own labels, such as INBOX, cannot be changed. To change the labels of a message, use modify_labels.",
  permission: 'write',
  http: 'PATCH /labels/:label',
  group: 'labels',
  idempotent: true,
  see_also: ['gmail_get_label', 'gmail_delete_label', 'gmail_modify_labels'],
  asked_as: {
    en: [
      'rename a mail folder',
      'change the color of an email label',
      'hide a Gmail category',
      'the mail folder should be called differently',
      'make an email label green',
      'the folder in my mail should be called differently',
      'the mail folder should be green',
      'give the Gmail folder another name',
      'the category of my mails is named wrong',
      'show the label in the mail list again',
      'my mail folder needs another color'
    ]
  },
  input: Type.Object({ label: labelInput, name: Type.Optional(labelName('New name')), ...labelDisplayInput }),
  requires: [changesSomething, colorsTogether],
  output: LabelDetails,
  errors: { ...MISSING_LABEL, already_exists: 'Another label has this name; see details.current' },
  examples: [
    {
      name: 'hide',
      summary: 'Hide a label from the label list',
      input: { label: 'Receipts', label_list_visibility: 'labelHide' },
      output: {
        id: 'Label_3',
        name: 'Receipts',
        type: 'user',
        message_list_visibility: 'show',
        label_list_visibility: 'labelHide',
        text_color: null,
        background_color: null
      }
    },
    {
      name: 'system_label',
      summary: "Gmail's own labels cannot be changed",
      input: { label: 'INBOX', name: 'In' },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ label, name }) => `Update the label ${label}${name === undefined ? '' : `: rename it to ${name}`}`,
  handler: ({ label, ...change }, call) => updateLabel(call.client, label, change, call)
})
