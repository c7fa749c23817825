import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listLabels } from '../../client/boards.ts'
import { NOT_FOUND } from '../../failures.ts'
import { boardName } from '../../inputs.ts'
import { Label } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'list_labels',
  core: true,
  group: 'labels',
  summary: 'List the labels of a board',
  description:
    'Answers id, name and colour of each label that cards of a board can have, in the order of their making. Use it to learn which labels there are before you put one on a card with add_label. It does not tell which cards have a label: use list_cards with label. Trello tells 1,000 labels of a board at most; total then says gte.',
  permission: 'read',
  http: 'GET /boards/:board/labels',
  list: true,
  see_also: ['trello_add_label', 'trello_list_cards'],
  input: Type.Object({ board: boardName }),
  output: listOf(Label, {}),
  errors: { ...NOT_FOUND('board') },
  examples: [
    {
      name: 'all',
      summary: 'Every label of a board',
      input: { board: 'Support' },
      output: {
        items: [
          { id: '69632e505eed00000000008d', name: 'Urgent', color: 'red' },
          { id: '69633c605eed00000000008e', name: 'Billing', color: 'orange' },
          { id: '69634a705eed00000000008f', name: 'Question', color: 'blue' }
        ],
        next_cursor: null,
        total: { value: 3, relation: 'eq' }
      }
    },
    {
      name: 'unknown_board',
      summary: 'A name that no board has',
      input: { board: 'Suport team' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  handler: (input, call) => listLabels(call.client, input, call)
})
