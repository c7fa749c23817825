import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { setLabelOrMember } from '../../client/cards/labels-and-members.ts'
import { cardId, labelName } from '../../inputs.ts'
import { LabelsAndMembers, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'add_label',
  core: true,
  group: 'labels',
  summary: 'Add a label to a card',
  description:
    "Adds a label of the board to a card and returns the card's current labels and members. Use it to add one label and keep the others; to replace all of them, use update_card with labels. If the card already has the label, the call succeeds and `changed` is false. It cannot create labels.",
  permission: 'write',
  idempotent: true,
  http: 'POST /cards/:card_id/labels',
  see_also: ['trello_remove_label', 'trello_list_labels', 'trello_update_card'],
  asked_as: {
    en: [
      'tag a card',
      'put a red label on the task',
      'mark the card as urgent',
      'color-code a card',
      'put a color on the card',
      'flag the task as a bug on the board',
      'the card is urgent, mark it',
      'give the card a color',
      'flag the card as urgent',
      'make the card red',
      'give the card the tag Garden',
      'this card is a bug, mark it'
    ],
    de: ['der Karte ein Label geben'],
    es: ['etiqueta la tarjeta'],
    fr: ['étiqueter la carte'],
    ja: ['カードにラベルを付ける'],
    pl: ['oznacz kartę etykietą']
  },
  input: Type.Object({ card_id: cardId, label: labelName('Label to add') }),
  output: LabelsAndMembers,
  errors: { ...NOT_FOUND('card or label') },
  examples: [
    {
      name: 'by_name',
      summary: 'Add a label by name',
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
      summary: 'A name that two labels of the board share',
      input: { card_id: '6979c2005eed000000000228', label: 'Review' },
      error: { reason: 'invalid_field_value', message: 'label matches 2 labels: Review.' }
    }
  ],
  message: ({ card_id, label }) => `Add the label ${brief(label)} to the card ${card_id}`,
  handler: ({ card_id, label: name }, call) => setLabelOrMember(call.client, { card_id, kind: 'label', name }, true, call)
})
