import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, words } from '../../../../contract/schema.ts'
import { listLabels } from '../../client/labels.ts'
import { LABEL, line } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

export default defineOperation(gmail, {
  name: 'list_labels',
  core: true,
  summary: 'List the labels of the account',
  description:
    'Answers id, name and type of the labels, in the order of their names, page by page. Use it to learn which labels there are before you file mail. For how many messages a label has and how it looks use get_label; to find the messages of a label use search_messages. What was changed elsewhere is seen after a minute at the latest.',
  permission: 'read',
  http: 'GET /labels',
  group: 'labels',
  list: true,
  see_also: ['gmail_get_label', 'gmail_create_label', 'gmail_search_messages'],
  input: Type.Object({
    name: Type.Optional(line(225, 'Only labels whose name holds this, in any letter case')),
    type: words(['any', 'system', 'user'], {
      default: 'any',
      description: 'system: those of Gmail; user: those of the account. Default any'
    })
  }),
  output: listOf(Type.Object(LABEL), {}),
  errors: {},
  examples: [
    {
      name: 'work',
      summary: 'Labels whose name holds a word',
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
    { name: 'wrong_type', summary: 'There are two types', input: { type: 'mine' }, error: { reason: 'invalid_field_value' } }
  ],
  handler: (input, call) => listLabels(call.client, input, call)
})
