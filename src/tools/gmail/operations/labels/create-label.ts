import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { createLabel } from '../../client/labels.ts'
import { colorsTogether } from '../../inputs.ts'
import { LabelDetails, labelDisplayInput, labelName } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'create_label',
  core: true,
  summary: 'Create a label',
  description:
    'Creates a label and returns it with its ID. Use it before you file mail under a label that does not exist yet. A slash in the name nests the label below another one (Work/Projects), which need not exist. A name that is already in use, in any letter case, is refused. It does not label messages: use modify_labels. To rename a label, use update_label.',
  permission: 'write',
  http: 'POST /labels',
  group: 'labels',
  success: [201],
  see_also: ['gmail_list_labels', 'gmail_update_label', 'gmail_modify_labels'],
  asked_as: {
    en: [
      'make a new mail folder',
      'add a category for my emails',
      'new Gmail label for invoices',
      'set up a folder for receipts in my mail',
      "new label for the project's emails",
      'I need a new folder in my mailbox',
      'a category for travel mails',
      'I want a folder for taxes in my mail',
      'my mails need a category for the club',
      'make a place for the bills in my mailbox',
      'a new folder for mails from school'
    ],
    de: ['ein neues Label für E-Mails anlegen'],
    es: ['crea una etiqueta de correo'],
    fr: ['créer un libellé pour mes mails'],
    ja: ['メールのラベルを作成'],
    pl: ['utwórz etykietę w poczcie']
  },
  input: Type.Object({ name: labelName('Name of the label'), ...labelDisplayInput }),
  requires: [colorsTogether],
  output: LabelDetails,
  errors: { already_exists: 'A label with this name exists; see details.current' },
  examples: [
    {
      name: 'below_another',
      summary: 'A nested label with a color',
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
      summary: 'A name that differs only in letter case',
      input: { name: 'RECEIPTS' },
      error: { reason: 'already_exists', message: 'A label named RECEIPTS already exists, possibly in another letter case.' }
    }
  ],
  message: ({ name }) => `Create the label ${name}`,
  handler: (input, call) => createLabel(call.client, input, call)
})
