import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { setMark } from '../../client/marks.ts'
import { NOT_FOUND } from '../../failures.ts'
import { cardId, labelName } from '../../inputs.ts'
import { Marks } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'add_label',
  core: true,
  group: 'labels',
  summary: 'Put a label on a card',
  description:
    'Puts a label of its board on a card and answers all labels and members the card has now. Use it to add one label and keep the others; to replace them all use update_card with labels. A label that is on the card already is no error: changed is then false. Labels cannot be made here.',
  permission: 'write',
  idempotent: true,
  http: 'POST /cards/:card_id/labels',
  see_also: ['trello_remove_label', 'trello_list_labels', 'trello_update_card'],
  input: Type.Object({ card_id: cardId, label: labelName('Label to put on the card') }),
  output: Marks,
  errors: { ...NOT_FOUND('card or label') },
  examples: [
    {
      name: 'by_name',
      summary: 'Put a label on a card, by name',
      input: { card_id: '6979c2005eed000000000228', label: 'Urgent' },
      output: {
        card_id: '6979c2005eed000000000228',
        name: 'Design the login form',
        labels: [
          { id: '6979b3f05eed000000000227', name: 'Later', color: null },
          { id: '697989c05eed000000000224', name: 'Urgent', color: 'red' }
        ],
        members: [{ id: '695bb5d05eed000000000005', username: 'alexkim1', full_name: 'Alex Kim' }],
        changed: true
      }
    },
    {
      name: 'two_of_a_name',
      summary: 'A name that two labels of the board have',
      input: { card_id: '6979c2005eed000000000228', label: 'Review' },
      error: { reason: 'invalid_field_value', message: 'label names 2 labels: Review.' }
    }
  ],
  message: ({ card_id, label }) => `Put the label ${brief(label)} on the card ${card_id}`,
  handler: ({ card_id, label: name }, call) => setMark(call.client, { card_id, mark: 'label', name }, true, call)
})
