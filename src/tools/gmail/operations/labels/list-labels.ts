import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listLabels } from '../../client/labels.ts'
import { LABEL, line } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'list_labels',
  core: true,
  summary: 'List the labels of the account',
  description:
    'Returns the ID, name and type of the labels, sorted by name, page by page. Use it to see which labels exist before you file mail. For the message counts and display settings of a label, use get_label; to find the messages of a label, use search_messages. Changes made elsewhere appear within a minute.',
  permission: 'read',
  http: 'GET /labels',
  group: 'labels',
  list: true,
  see_also: ['gmail_get_label', 'gmail_create_label', 'gmail_search_messages'],
  asked_as: {
    en: [
      'which mail folders do I have',
      'my Gmail categories',
      'what labels can I use for emails',
      'names of my mail folders',
      'is there a label for invoices in Gmail',
      'what folders does my mailbox have',
      'my mail categories',
      'which folders are in my mail',
      'under what categories are my mails sorted',
      'do I have a mail folder for travel'
    ],
    de: ['welche Labels habe ich in Gmail'],
    es: ['qué etiquetas de correo tengo'],
    fr: ['quels libellés de messagerie ai-je'],
    ja: ['メールのラベル一覧'],
    pl: ['jakie mam etykiety w poczcie']
  },
  input: Type.Object({
    name: Type.Optional(line(225, 'Only labels whose name contains this text, case-insensitive')),
    type: stringEnum(['any', 'system', 'user'], {
      default: 'any',
      description: "system: Gmail's own labels; user: labels of the account. Default any: both"
    })
  }),
  output: listOf(Type.Object(LABEL), {}),
  errors: {},
  examples: [
    {
      name: 'work',
      summary: 'Labels whose name contains a word',
      input: { name: 'work', type: 'user' },
      output: {
        items: [
          { id: 'Label_1', name: 'Work', type: 'user' },
          { id: 'Label_2', name: 'Work/Projects', type: 'user' }
        ],
        next_cursor: null,
        total: { value: 2, relation: 'eq' }
      }
    },
    { name: 'wrong_type', summary: 'A type that does not exist', input: { type: 'mine' }, error: { reason: 'invalid_field_value' } }
  ],
  handler: (input, call) => listLabels(call.client, input, call)
})
