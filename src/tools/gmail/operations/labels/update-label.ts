import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import type { Requirement } from '../../../../contract/requires.ts'
import { updateLabel } from '../../client/labels.ts'
import { bothColours } from '../../requirements.ts'
import { givenLabel, labelLook, labelName, MISSING_LABEL, WholeLabel } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

const CHANGE = 'Give at least one property to change.'

const changesSomething: Requirement = {
  text: CHANGE,
  check: ({ name, ...input }) =>
    name !== undefined || Object.keys(labelLook).some(property => input[property] !== undefined)
      ? undefined
      : { path: 'name', message: 'is lacking, and so is every other property', expected: CHANGE }
}

export default defineOperation(gmail, {
  name: 'update_label',
  summary: 'Rename a label, or change how it is shown',
  description:
    'Changes what is given of one label and leaves the rest; its messages keep it. Use it to rename a label, to move it below another one (Work/Projects), to hide or to colour it. Labels below it are not renamed along. Labels of Gmail itself, such as INBOX, cannot be changed. To change the labels of a message use modify_labels, not this.',
  permission: 'write',
  http: 'PATCH /labels/:label',
  group: 'labels',
  idempotent: true,
  see_also: ['gmail_get_label', 'gmail_delete_label', 'gmail_modify_labels'],
  input: Type.Object({ label: givenLabel, name: Type.Optional(labelName('New name')), ...labelLook }),
  requires: [changesSomething, bothColours],
  output: WholeLabel,
  errors: { ...MISSING_LABEL, already_exists: 'Another label has that name; details.current says which' },
  examples: [
    {
      name: 'hide',
      summary: 'A label that the list of labels does not show',
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
      summary: 'Labels of Gmail stay as they are',
      input: { label: 'INBOX', name: 'In' },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ label, name }) => `Change the label ${label}${name === undefined ? '' : `: rename it to ${name}`}`,
  handler: ({ label, ...change }, call) => updateLabel(call.client, label, change, call)
})
