import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, notCleared } from '../../../../contract/requires.ts'
import { words } from '../../../../contract/schema.ts'
import { updateCard } from '../../client/cards.ts'
import { NOT_FOUND } from '../../failures.ts'
import { cardId, longText, position, someLabels, someMembers, title, when } from '../../inputs.ts'
import { CardWithText } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'update_card',
  core: true,
  group: 'cards',
  summary: 'Change title, description, dates, labels, members or place of a card',
  description:
    'Changes what is given of a card and answers it as it is now; the rest stays. Use it to correct or complete a card. labels and members replace all that were there: to add or take away one use add_label, remove_label, add_member, remove_member. A property is emptied by naming it in clear. To move a card to another list use move_card, to archive it archive_card.',
  permission: 'write',
  idempotent: true,
  http: 'PATCH /cards/:card_id',
  see_also: ['trello_get_card', 'trello_move_card', 'trello_add_label'],
  requires: [atLeastOne('name', 'description', 'due', 'start', 'due_complete', 'labels', 'members', 'position', 'clear'), notCleared()],
  input: Type.Object({
    card_id: cardId,
    name: Type.Optional(title('New title')),
    description: Type.Optional(longText('New description; replaces the whole text')),
    due: Type.Optional(when('When it is due')),
    start: Type.Optional(when('When work on it begins')),
    due_complete: Type.Optional(Type.Boolean({ description: 'true: tick its due date off; false: take the tick away' })),
    labels: Type.Optional(someLabels('Labels it shall have, in place of those it has')),
    members: Type.Optional(someMembers('Members it shall be assigned to, in place of those it has')),
    position: Type.Optional(position('New place in its list')),
    clear: Type.Optional(
      Type.Array(words(['description', 'due', 'start', 'labels', 'members'], { description: 'A property' }), {
        minItems: 1,
        maxItems: 5,
        description: 'Properties to empty: description, due, start, labels, members'
      })
    )
  }),
  output: CardWithText,
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'complete',
      summary: 'A card gets a due date and labels, and loses its members',
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
        description: 'Replace the invoices, as agreed on 2026-01-28.\n\n- look\n- do\n- tell'
      }
    },
    {
      name: 'set_and_cleared',
      summary: 'What is set cannot be emptied at once',
      input: { card_id: '697a08505eed00000000022d', due: '2026-04-01T12:00:00Z', clear: ['due'] },
      error: { reason: 'invalid_field_value' }
    },
    {
      name: 'nothing',
      summary: 'Nothing to change',
      input: { card_id: '697a08505eed00000000022d' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ card_id, clear, ...changes }) => `Change ${[...Object.keys(changes), ...(clear ?? [])].join(', ')} of the card ${card_id}`,
  handler: (input, call) => updateCard(call.client, input, call)
})
