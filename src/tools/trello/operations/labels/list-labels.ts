import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listLabels } from '../../client/boards.ts'
import { boardName } from '../../inputs.ts'
import { Label, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'list_labels',
  core: true,
  group: 'labels',
  summary: 'List the labels of a board',
  description:
    'Returns the ID, name and color of each label of a board, oldest first. Use it to see which labels exist before you add one to a card with add_label. To find the cards that have a label, use list_cards with label. Trello returns at most 1,000 labels of a board; if there are more, total has relation gte.',
  permission: 'read',
  http: 'GET /boards/:board/labels',
  list: true,
  see_also: ['trello_add_label', 'trello_list_cards'],
  asked_as: {
    en: [
      'which tags does the board use',
      'label colors of a board',
      'what does the red label mean in Trello',
      'colors and tags on the board',
      'which categories can a card have',
      'what does green mean on our board',
      'what colours can I tag cards with',
      'which tags are there on the board',
      'what labels could the card get',
      'what do the colors stand for'
    ]
  },
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
