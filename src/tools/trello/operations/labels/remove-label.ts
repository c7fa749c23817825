import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { setMark } from '../../client/marks.ts'
import { NOT_FOUND } from '../../failures.ts'
import { cardId, labelName } from '../../inputs.ts'
import { Marks } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'remove_label',
  group: 'labels',
  summary: 'Take a label off a card',
  description:
    'Takes a label off a card and answers all labels and members the card has now. Use it to take away one label and keep the others; to take all away use update_card with clear. The label itself stays on the board. One that is not on the card is no error: changed is then false.',
  permission: 'write',
  idempotent: true,
  http: 'DELETE /cards/:card_id/labels/:label',
  see_also: ['trello_add_label', 'trello_list_labels', 'trello_update_card'],
  input: Type.Object({ card_id: cardId, label: labelName('Label to take off') }),
  output: Marks,
  errors: { ...NOT_FOUND('card or label') },
  examples: [
    {
      name: 'by_name',
      summary: 'Take a label off a card, by name',
      input: { card_id: '697a6ac05eed000000000234', label: 'Later' },
      output: {
        card_id: '697a6ac05eed000000000234',
        name: 'Measure the invoices',
        labels: [],
        members: [{ id: '695b99b05eed000000000003', username: 'bjorn', full_name: 'Björn Lindqvist' }],
        changed: true
      }
    },
    {
      name: 'two_of_a_name',
      summary: 'A name that two labels of the board have',
      input: { card_id: '697a6ac05eed000000000234', label: 'Review' },
      error: { reason: 'invalid_field_value', message: 'label names 2 labels: Review.' }
    }
  ],
  message: ({ card_id, label }) => `Take the label ${brief(label)} off the card ${card_id}`,
  handler: ({ card_id, label: name }, call) => setMark(call.client, { card_id, mark: 'label', name }, false, call)
})
