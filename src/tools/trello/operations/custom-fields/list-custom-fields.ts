import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf } from '../../../../contract/requires.ts'
import { listOf, nullable } from '../../../../contract/schema.ts'
import { listCustomFields } from '../../client/custom-fields.ts'
import { boardName, cardId } from '../../inputs.ts'
import { NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'list_custom_fields',
  group: 'custom_fields',
  summary: 'List the custom fields of a board, or of a card with their values',
  description:
    'Returns the custom fields of a board: name, type, options (for type list) and, with card_id, the value on that card. Use it to see what is recorded on a card, such as effort or priority, and before set_custom_field. For labels and due dates, use get_card instead.',
  permission: 'read',
  http: 'GET /custom_fields',
  list: true,
  see_also: ['trello_set_custom_field', 'trello_get_card'],
  asked_as: {
    en: [
      'which custom fields does the board have',
      'what effort is estimated on the card',
      'show the extra fields of a task',
      'what is the value of a field on the card',
      "what's the priority field of the card",
      'how much effort did we put down for the card',
      'which extra fields are on the board',
      'is there a field for the budget on the board',
      "values of the card's fields",
      'what was estimated for the task',
      'what additional information can a card have',
      'custom fields in Trello'
    ]
  },
  input: Type.Object({ board: Type.Optional(boardName), card_id: Type.Optional(cardId) }),
  requires: [oneOf('board', 'card_id')],
  output: listOf(
    Type.Object({
      id: Type.String({ description: 'ID of the custom field' }),
      name: Type.String({ description: 'Name' }),
      type: Type.String({ description: 'Type: text, number, date, checkbox or list' }),
      options: Type.Array(Type.String(), { description: 'Options of a field of type list; empty for other types' }),
      value: nullable(Type.String(), { description: 'Value on the card, as text; null if there is none, or without card_id' })
    }),
    {}
  ),
  errors: { ...NOT_FOUND('board or card') },
  examples: [
    {
      name: 'board',
      summary: 'The first two fields of a board',
      input: { board: 'Playground', limit: 2 },
      output: {
        items: [
          { id: '698f20505eed000000000455', name: 'Effort', type: 'number', options: [], value: null },
          { id: '698f2e605eed000000000456', name: 'Stage', type: 'list', options: ['Idea', 'Ready', 'Blocked'], value: null }
        ],
        next_cursor: 'WzAsIjY5OGYyZTYwNWVlZDAwMDAwMDAwMDQ1NiJd',
        total: { value: 5, relation: 'eq' }
      }
    },
    { name: 'nothing', summary: 'Neither a board nor a card', input: {}, error: { reason: 'missing_required_field' } }
  ],
  handler: (input, call) => listCustomFields(call.client, input, call)
})
