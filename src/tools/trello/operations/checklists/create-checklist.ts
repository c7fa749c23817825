import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief, counted } from '../../../../lib/format.ts'
import { createChecklist } from '../../client/checklists.ts'
import { NOT_FOUND } from '../../failures.ts'
import { cardId, position, title } from '../../inputs.ts'
import { NewChecklist } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'create_checklist',
  core: true,
  group: 'checklists',
  summary: 'Create a checklist on a card, with its items',
  description:
    'Makes a checklist on a card, and then its items one by one, and answers it whole. Use it for the steps of one card. To add an item to a checklist that there is use add_checklist_item. Where an item fails the checklist stays with the items before it, and the error says so (outcome executed). Two equal calls make two checklists.',
  permission: 'write',
  http: 'POST /cards/:card_id/checklists',
  success: [201],
  timeout_ms: 60_000,
  see_also: ['trello_list_checklists', 'trello_add_checklist_item', 'trello_delete_checklist'],
  input: Type.Object({
    card_id: cardId,
    name: title('Title of the checklist'),
    items: Type.Array(title('What is to be done'), {
      maxItems: 50,
      default: [],
      description: 'Items to begin with, in their order. Default: none'
    }),
    position: position('Place among the checklists of the card. Default bottom', { default: 'bottom' })
  }),
  output: NewChecklist,
  errors: { ...NOT_FOUND('card') },
  examples: [
    {
      name: 'with_items',
      summary: 'A checklist of two steps',
      input: { card_id: '697a78d05eed000000000235', name: 'Before going live', items: ['Test', 'Tell the team'] },
      output: {
        id: '6b02551b5eed00000000045d',
        card_id: '697a78d05eed000000000235',
        name: 'Before going live',
        position: 16384,
        items: [
          {
            id: '6b02551b5eed00000000045e',
            checklist_id: '6b02551b5eed00000000045d',
            name: 'Test',
            complete: false,
            due: null,
            member_id: null,
            position: 16384
          },
          {
            id: '6b02551b5eed00000000045f',
            checklist_id: '6b02551b5eed00000000045d',
            name: 'Tell the team',
            complete: false,
            due: null,
            member_id: null,
            position: 32768
          }
        ]
      }
    },
    {
      name: 'no_name',
      summary: 'A checklist needs a title',
      input: { card_id: '697a78d05eed000000000235' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ card_id, name, items }) => `Create the checklist ${brief(name)} with ${counted(items.length, 'item')} on the card ${card_id}`,
  handler: (input, call) => createChecklist(call.client, input, call)
})
