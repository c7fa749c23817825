import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, notCleared } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { updateCard } from '../../client/cards/cards.ts'
import { cardId, longText, position, someLabels, someMembers, title, when } from '../../inputs.ts'
import { CardWithText, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'update_card',
  core: true,
  group: 'cards',
  summary: 'Update a card: title, description, dates, labels, members or position',
  description:
    'Updates the given properties of a card, keeps the others, and returns the updated card. Use it to correct or complete a card. labels and members replace all existing ones: to add or remove one, use add_label, remove_label, add_member or remove_member. To clear a property, list it in clear. To move a card to another list, use move_card; to archive it, archive_card.',
  permission: 'write',
  idempotent: true,
  http: 'PATCH /cards/:card_id',
  see_also: ['trello_get_card', 'trello_move_card', 'trello_add_label'],
  asked_as: {
    en: [
      'rename a task',
      'set a deadline for a card',
      'change the description of a to-do',
      "mark the card's due date as done",
      'edit a Trello card',
      'the task is due on Friday',
      'push the deadline of the card',
      'reword the card',
      'call the card something else',
      'add a description to a task',
      'the deadline of the card is the 5th',
      "it isn't due before the 20th",
      'the title of the card is wrong',
      'set the deadline to Monday',
      'write the address into the card',
      'the card should be due on Sunday',
      'give the card a better title',
      'write more into the description of the card',
      'change the deadline of the card'
    ],
    de: ['die Karte bearbeiten', 'eine Frist für die Karte setzen'],
    es: ['edita la tarjeta', 'pon fecha límite a la tarjeta'],
    fr: ['modifier la carte', 'fixer une échéance à la carte'],
    ja: ['カードを編集', 'カードの期限を設定'],
    pl: ['edytuj kartę', 'ustaw termin karty']
  },
  requires: [atLeastOne('name', 'description', 'due', 'start', 'due_complete', 'labels', 'members', 'position', 'clear'), notCleared()],
  input: Type.Object({
    card_id: cardId,
    name: Type.Optional(title('New title')),
    description: Type.Optional(longText('New description, which replaces the old one')),
    due: Type.Optional(when('New due date')),
    start: Type.Optional(when('New start date')),
    due_complete: Type.Optional(Type.Boolean({ description: 'true: mark the due date complete; false: mark it incomplete' })),
    labels: Type.Optional(someLabels('New labels, which replace all existing ones')),
    members: Type.Optional(someMembers('New members, which replace all existing ones')),
    position: Type.Optional(position('New position in its list')),
    clear: Type.Optional(
      Type.Array(stringEnum(['description', 'due', 'start', 'labels', 'members'], { description: 'A property' }), {
        minItems: 1,
        maxItems: 5,
        description: 'Properties to clear: description, due, start, labels, members'
      })
    )
  }),
  output: CardWithText,
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'complete',
      summary: 'Set a due date and labels, and remove all members',
      input: { card_id: '697a08505eed00000000022d', due: '2026-04-01T12:00:00+02:00', labels: ['Urgent', 'Later'], clear: ['members'] },
      output: {
        id: '697a08505eed00000000022d',
        name: 'Replace the invoices',
        board_id: '697951805eed000000000220',
        list_id: '69795f905eed000000000221',
        archived: false,
        due: '2026-04-01T10:00:00.000Z',
        due_complete: true,
        start: null,
        labels: [
          { id: '697989c05eed000000000224', name: 'Urgent', color: 'red' },
          { id: '6979b3f05eed000000000227', name: 'Later', color: null }
        ],
        member_ids: [],
        position: 98304,
        last_activity: '2026-11-22T02:36:12.164Z',
        url: 'https://trello.com/c/0hebcilh',
        description: 'Replace the invoices, as agreed on 2026-01-28.\n\n- plan\n- do\n- review'
      }
    },
    {
      name: 'set_and_cleared',
      summary: 'A property cannot be set and cleared at once',
      input: { card_id: '697a08505eed00000000022d', due: '2026-04-01T12:00:00Z', clear: ['due'] },
      error: { reason: 'invalid_field_value' }
    },
    {
      name: 'nothing',
      summary: 'No change given',
      input: { card_id: '697a08505eed00000000022d' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ card_id, clear, ...changes }) => `Update ${[...Object.keys(changes), ...(clear ?? [])].join(', ')} of the card ${card_id}`,
  handler: (input, call) => updateCard(call.client, input, call)
})
