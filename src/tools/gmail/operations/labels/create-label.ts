import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { createLabel } from '../../client/labels.ts'
import { bothColours } from '../../requirements.ts'
import { labelLook, labelName, WholeLabel } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'create_label',
  core: true,
  summary: 'Make a label',
  description:
    'Makes a label of the account and answers it with its id. Use it before you file mail under a name that is not there yet. A slash in the name puts it below another label (Work/Projects), which need not exist. A name that is taken, in whatever letter case, is refused. It labels no message: that is modify_labels. Not to rename a label: use update_label.',
  permission: 'write',
  http: 'POST /labels',
  group: 'labels',
  success: [201],
  see_also: ['gmail_list_labels', 'gmail_update_label', 'gmail_modify_labels'],
  input: Type.Object({ name: labelName('Name of the label'), ...labelLook }),
  requires: [bothColours],
  output: WholeLabel,
  errors: { already_exists: 'A label of that name exists; details.current says which' },
  examples: [
    {
      name: 'below_another',
      summary: 'A label below another one, in colour',
      input: { name: 'Travel/Berlin', text_color: '#ffffff', background_color: '#16a766' },
      output: {
        id: 'Label_7',
        name: 'Travel/Berlin',
        type: 'user',
        message_list_visibility: 'show',
        label_list_visibility: 'labelShow',
        text_color: '#ffffff',
        background_color: '#16a766'
      }
    },
    {
      name: 'taken',
      summary: 'Letter case makes no other name',
      input: { name: 'RECEIPTS' },
      error: { reason: 'already_exists', message: 'A label RECEIPTS exists already, perhaps in other letter cases.' }
    }
  ],
  message: ({ name }) => `Make the label ${name}`,
  handler: (input, call) => createLabel(call.client, input, call)
})
