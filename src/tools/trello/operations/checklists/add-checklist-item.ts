import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { addItem } from '../../client/checklists.ts'
import { NOT_FOUND } from '../../failures.ts'
import { idOf, memberName, position, title, when } from '../../inputs.ts'
import { NewChecklistItem } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'add_checklist_item',
  group: 'checklists',
  summary: 'Add an item to a checklist',
  description:
    'Adds one item to a checklist and answers it. Use it when a step is lacking. For a new checklist with its items use create_checklist, to change an item update_checklist_item. Find the id of the checklist with list_checklists. Two equal calls make two items. A due date and a member need a paid plan of Trello.',
  permission: 'write',
  http: 'POST /checklists/:checklist_id/items',
  success: [201],
  see_also: ['trello_list_checklists', 'trello_update_checklist_item', 'trello_create_checklist'],
  input: Type.Object({
    checklist_id: idOf('checklist'),
    name: title('What is to be done'),
    complete: Type.Boolean({ default: false, description: 'true: it is ticked off from the beginning. Default false' }),
    due: Type.Optional(when('When it is due')),
    member: Type.Optional(memberName('Who shall do it')),
    position: position('Place in the checklist. Default bottom', { default: 'bottom' })
  }),
  output: NewChecklistItem,
  errors: { ...NOT_FOUND('checklist') },
  examples: [
    {
      name: 'step',
      summary: 'One step more, for somebody',
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
