import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { setArchived } from '../../client/cards.ts'
import { NOT_FOUND } from '../../failures.ts'
import { cardId } from '../../inputs.ts'
import { CardWithText } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'unarchive_card',
  group: 'cards',
  summary: 'Bring an archived card back',
  description:
    'Brings an archived card back to the list that it was in, and answers it. Use it to undo archive_card. Where that list is archived itself the card stays hidden: use move_card, or update_list to bring the list back. A deleted card cannot be brought back. Doing it again changes nothing.',
  permission: 'write',
  idempotent: true,
  http: 'POST /cards/:card_id/unarchive',
  see_also: ['trello_archive_card', 'trello_move_card', 'trello_list_cards'],
  input: Type.Object({ card_id: cardId }),
  output: CardWithText,
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'by_id',
      summary: 'A card that was archived',
      input: { card_id: '697aa3005eed000000000238' },
      output: {
        id: '697aa3005eed000000000238',
        name: 'Design the newsletter',
        board_id: '697951805eed000000000220',
        list_id: '69797bb05eed000000000223',
        archived: false,
        due: null,
        due_complete: false,
        start: null,
        labels: [{ id: '6979b3f05eed000000000227', name: 'Later', color: null }],
        member_ids: ['695ba7c05eed000000000004'],
        position: 278528,
        last_activity: '2026-11-22T02:36:12.152Z',
        url: 'https://trello.com/c/032qfugs',
        description: ''
      }
    },
    { name: 'no_card', summary: 'What is no id', input: { card_id: 'the newsletter' }, error: { reason: 'invalid_field_value' } }
  ],
  message: ({ card_id }) => `Bring back the card ${card_id}`,
  handler: ({ card_id }, call) => setArchived(call.client, card_id, false, call)
})
