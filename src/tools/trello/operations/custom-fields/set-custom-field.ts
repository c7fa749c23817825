import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { oneOf, type Requirement } from '../../../../contract/requires.ts'
import { nullable } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { setCustomField } from '../../client/custom-fields.ts'
import { cardId, title } from '../../inputs.ts'
import { NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

const onlyTrue: Requirement = {
  text: 'clear can only be true.',
  check: ({ clear }) => (clear === false ? { path: 'clear', message: 'cannot be false', expected: 'true, or value instead' } : undefined)
}

export default defineOperation(trello, {
  name: 'set_custom_field',
  group: 'custom_fields',
  summary: 'Update or clear a custom field of a card',
  description:
    'Sets the value of a custom field on a card, or clears it, and returns the value. Use it to record values such as effort or priority. The value must fit the type of the field: a number, a time, true or false, the name of an option, or any text. The board must have the field: see list_custom_fields. For labels, members and due dates, use update_card instead.',
  permission: 'write',
  http: 'PUT /cards/:card_id/custom_fields/:field',
  idempotent: true,
  see_also: ['trello_list_custom_fields', 'trello_update_card'],
  asked_as: {
    en: [
      'set the effort of the card to 3',
      'set the stage of a task to ready',
      'fill in a custom field',
      'tick the approved box on the card',
      'clear the priority of a Trello card',
      'set the estimate of the card to 5',
      'the priority of the card is high',
      'put the budget on the card',
      'enter a value in a field of the card',
      "the card's status field should be approved",
      "note the cost in the card's field",
      'change the effort of the task',
      'fill in the customer on the card',
      'the estimate of the task is two days'
    ]
  },
  input: Type.Object({
    card_id: cardId,
    field: title('Custom field: its name on the board, or its ID'),
    value: Type.Optional(title('Value as text: a number, a time such as 2026-03-01T09:00:00Z, true or false, an option, or any text')),
    clear: Type.Optional(Type.Boolean({ description: 'true: remove the value' }))
  }),
  requires: [oneOf('value', 'clear'), onlyTrue],
  output: Type.Object({
    card_id: Type.String({ description: 'Card, as given in the request' }),
    field_id: Type.String({ description: 'ID of the custom field' }),
    name: Type.String({ description: 'Name of the custom field' }),
    type: Type.String({ description: 'Type: text, number, date, checkbox or list' }),
    value: nullable(Type.String(), { description: 'Value, as text; null if there is none' })
  }),
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'stage',
      summary: 'An option of a list, by its name',
      input: { card_id: '697a94f05eed000000000237', field: 'stage', value: 'ready' },
      output: { card_id: '697a94f05eed000000000237', field_id: '698f2e605eed000000000456', name: 'Stage', type: 'list', value: 'Ready' }
    },
    {
      name: 'no_number',
      summary: 'Text in a number field',
      input: { card_id: '697a94f05eed000000000237', field: 'Effort', value: 'much' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ card_id, field, value }) =>
    value === undefined
      ? `Clear the custom field ${brief(field)} of the card ${card_id}`
      : `Set the custom field ${brief(field)} of the card ${card_id} to ${brief(value)}`,
  handler: ({ clear: _, ...input }, call) => setCustomField(call.client, input, call)
})
