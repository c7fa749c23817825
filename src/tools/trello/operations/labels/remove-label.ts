import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { setLabelOrMember } from '../../client/cards/labels-and-members.ts'
import { cardId, labelName } from '../../inputs.ts'
import { LabelsAndMembers, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'remove_label',
  group: 'labels',
  summary: 'Remove a label from a card',
  description:
    "Removes a label from a card and returns the card's current labels and members. Use it to remove one label and keep the others; to remove all labels, use update_card with clear. The label itself stays on the board. If the card does not have the label, the call succeeds and `changed` is false.",
  permission: 'write',
  idempotent: true,
  http: 'DELETE /cards/:card_id/labels/:label',
  see_also: ['trello_add_label', 'trello_list_labels', 'trello_update_card'],
  asked_as: {
    en: [
      'take a tag off a card',
      'untag the task',
      "the card isn't urgent anymore",
      'the task is no longer a bug, remove the tag',
      'take the color off the card',
      'the card is no longer urgent',
      'the red tag is wrong',
      "the card isn't red any more",
      'take the tag Garden off the card',
      'the card has a wrong tag',
      'drop the color of the card'
    ]
  },
  input: Type.Object({ card_id: cardId, label: labelName('Label to remove') }),
  output: LabelsAndMembers,
  errors: { ...NOT_FOUND('card or label') },
  examples: [
    {
      name: 'by_name',
      summary: 'Remove a label by name',
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
      summary: 'A name that two labels of the board share',
      input: { card_id: '697a6ac05eed000000000234', label: 'Review' },
      error: { reason: 'invalid_field_value', message: 'label matches 2 labels: Review.' }
    }
  ],
  message: ({ card_id, label }) => `Remove the label ${brief(label)} from the card ${card_id}`,
  handler: ({ card_id, label: name }, call) => setLabelOrMember(call.client, { card_id, kind: 'label', name }, false, call)
})
