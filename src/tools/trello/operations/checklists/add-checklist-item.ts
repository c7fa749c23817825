import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { addItem } from '../../client/cards/checklists.ts'
import { idOf, memberName, position, title, when } from '../../inputs.ts'
import { NewChecklistItem, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'add_checklist_item',
  group: 'checklists',
  summary: 'Add an item to a checklist',
  description:
    'Adds an item to a checklist and returns it. Use it when a step is missing. To create a checklist together with its items, use create_checklist; to change an item, update_checklist_item. list_checklists returns the ID of the checklist. Calling it twice creates two items. A due date and an assignee need a paid Trello plan.',
  permission: 'write',
  http: 'POST /checklists/:checklist_id/items',
  success: [201],
  see_also: ['trello_list_checklists', 'trello_update_checklist_item', 'trello_create_checklist'],
  asked_as: {
    en: [
      'add a subtask to a checklist',
      'another step for the to-do list of a card',
      'put milk on the checklist',
      'add a step to the checklist',
      'put another thing on the list in the card',
      'add a to-do on the card',
      'one more thing to do on the card',
      'the card needs another step',
      'another point for the checklist of the card',
      'add milk to the shopping checklist',
      'the list of steps needs one more',
      'note a further step on the card',
      "there's one more thing to do on the card"
    ],
    de: ['einen Punkt zur Checkliste hinzufügen'],
    es: ['añade un punto a la checklist'],
    fr: ['ajouter un point à la checklist'],
    ja: ['チェックリストに項目を追加'],
    pl: ['dodaj punkt do checklisty']
  },
  input: Type.Object({
    checklist_id: idOf('checklist'),
    name: title('Text of the item'),
    complete: Type.Boolean({ default: false, description: 'true: the item is already complete. Default false' }),
    due: Type.Optional(when('Due date')),
    member: Type.Optional(memberName('Assignee')),
    position: position('Position in the checklist', { default: 'bottom' })
  }),
  output: NewChecklistItem,
  errors: { ...NOT_FOUND('checklist') },
  examples: [
    {
      name: 'step',
      summary: 'Add an item and assign it',
      input: { checklist_id: '698e15205eed000000000439', name: 'Celebrate', member: 'bjorn' },
      output: {
        id: '6b02551b5eed000000000454',
        checklist_id: '698e15205eed000000000439',
        name: 'Celebrate',
        complete: false,
        due: null,
        member_id: '695b99b05eed000000000003',
        position: 65536
      }
    },
    {
      name: 'unknown',
      summary: 'A checklist that does not exist',
      input: { checklist_id: '0123456789abcdef01234567', name: 'Celebrate' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ checklist_id, name }) => `Add ${brief(name)} to the checklist ${checklist_id}`,
  handler: (input, call) => addItem(call.client, input, call)
})
