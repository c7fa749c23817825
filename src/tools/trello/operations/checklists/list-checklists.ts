import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listChecklists } from '../../client/cards/checklists.ts'
import { cardId } from '../../inputs.ts'
import { checklistsMarkdown } from '../../markdown.ts'
import { Checklist, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'list_checklists',
  group: 'checklists',
  summary: 'List the checklists of a card with their items',
  description:
    'Returns each checklist of a card with its items and whether they are complete. Use it to see the progress of a card, or to get the IDs for update_checklist_item and add_checklist_item. For the rest of the card, use get_card, which includes the checklists too. It does not work on a whole board.',
  permission: 'read',
  http: 'GET /cards/:card_id/checklists',
  list: true,
  see_also: ['trello_create_checklist', 'trello_update_checklist_item', 'trello_get_card'],
  asked_as: {
    en: [
      'which steps are left on a card',
      'subtasks of a task',
      'what has been ticked off',
      'how many steps are done on the card',
      'what is still to be ticked off',
      'what is left to do on the card',
      'are all steps done',
      'which steps on the card are still open',
      'what steps does the task have',
      'what still has to be done for the card',
      'how much of the card is done'
    ],
    de: ['die Checklisten der Karte'],
    es: ['checklists de la tarjeta'],
    fr: ['checklists de la carte'],
    ja: ['カードのチェックリスト一覧'],
    pl: ['checklisty karty']
  },
  input: Type.Object({ card_id: cardId }),
  output: listOf(Checklist, {}),
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'all',
      summary: 'The checklist of a card',
      input: { card_id: '695c96d05eed000000000015' },
      output: {
        items: [
          {
            id: '697c9d405eed00000000025c',
            card_id: '695c96d05eed000000000015',
            name: 'Steps',
            position: 16384,
            items: [
              {
                id: '697c9d405eed00000000025d',
                checklist_id: '697c9d405eed00000000025c',
                name: 'Look at what is there',
                complete: true,
                due: null,
                member_id: null,
                position: 16384
              },
              {
                id: '697c9d405eed00000000025e',
                checklist_id: '697c9d405eed00000000025c',
                name: 'Do it',
                complete: false,
                due: null,
                member_id: null,
                position: 32768
              },
              {
                id: '697c9d405eed00000000025f',
                checklist_id: '697c9d405eed00000000025c',
                name: 'Inform the others',
                complete: false,
                due: null,
                member_id: null,
                position: 49152
              }
            ]
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A card that does not exist',
      input: { card_id: '0123456789abcdef01234567' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  markdown: checklistsMarkdown,
  handler: (input, call) => listChecklists(call.client, input, call)
})
