import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { copyChecklist } from '../../client/cards/checklists.ts'
import { cardId, idOf, position, title } from '../../inputs.ts'
import { checklistsMarkdown } from '../../markdown.ts'
import { NewChecklist, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'copy_checklist',
  group: 'checklists',
  summary: 'Copy a checklist to a card',
  description:
    'Copies a checklist with its items to a card, which may be on another board, and returns the copy. Use it to reuse steps; to copy a whole card with its checklists, use copy_card instead. Calling it twice creates two checklists: after an unknown outcome, check list_checklists.',
  permission: 'write',
  http: 'POST /cards/:card_id/checklists/copy',
  success: [201],
  see_also: ['trello_list_checklists', 'trello_create_checklist', 'trello_copy_card'],
  asked_as: {
    en: [
      'reuse the checklist on another card',
      'put the same steps on this task',
      'duplicate a checklist',
      'use the same steps on another card',
      'take the steps of one card over to another',
      'use the packing steps on the other card too',
      'the other card needs the same checklist',
      'same to-do list for this card',
      'put a copy of the checklist on the card',
      'both cards have the same steps',
      'carry the checklist over to the new task',
      'take the checklist from the old card'
    ]
  },
  input: Type.Object({
    card_id: cardId,
    checklist_id: idOf('checklist to copy'),
    name: Type.Optional(title('Title of the copy. Default: the title of the checklist')),
    position: position('Position among the checklists of the card', { default: 'bottom' })
  }),
  output: NewChecklist,
  errors: { ...NOT_FOUND('card or checklist') },
  examples: [
    {
      name: 'steps',
      summary: 'A checklist with three items',
      input: { card_id: '697a94f05eed000000000237', checklist_id: '698ebde05eed00000000044b' },
      output: {
        id: '6b02551b5eed000000000456',
        card_id: '697a94f05eed000000000237',
        name: 'Steps',
        position: 16384,
        items: [
          {
            id: '6b02551b5eed000000000457',
            checklist_id: '6b02551b5eed000000000456',
            name: 'Look at what is there',
            complete: true,
            due: null,
            member_id: null,
            position: 16384
          },
          {
            id: '6b02551b5eed000000000458',
            checklist_id: '6b02551b5eed000000000456',
            name: 'Do it',
            complete: false,
            due: null,
            member_id: null,
            position: 32768
          },
          {
            id: '6b02551b5eed000000000459',
            checklist_id: '6b02551b5eed000000000456',
            name: 'Inform the others',
            complete: false,
            due: null,
            member_id: null,
            position: 49152
          }
        ]
      }
    },
    {
      name: 'unknown',
      summary: 'A checklist that does not exist',
      input: { card_id: '697a94f05eed000000000237', checklist_id: '0123456789abcdef01234567' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  markdown: checklist => checklistsMarkdown({ items: [checklist], next_cursor: null }),
  message: ({ card_id, checklist_id }) => `Copy the checklist ${checklist_id} to the card ${card_id}`,
  handler: (input, call) => copyChecklist(call.client, input, call)
})
