import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, notCleared } from '../../../../contract/requires.ts'
import { words } from '../../../../contract/schema.ts'
import { updateItem } from '../../client/checklists.ts'
import { NOT_FOUND } from '../../failures.ts'
import { cardId, idOf, memberName, position, title, when } from '../../inputs.ts'
import { ChecklistItem } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'update_checklist_item',
  group: 'checklists',
  summary: 'Tick off or change an item of a checklist',
  description:
    'Changes what is given of an item of a checklist and answers it as it is now. Use it to tick an item off (complete: true) or to correct it. Find the ids with list_checklists. A new item is made with add_checklist_item. A property is emptied by naming it in clear; what is not given stays.',
  permission: 'write',
  idempotent: true,
  http: 'PATCH /cards/:card_id/checklist_items/:item_id',
  see_also: ['trello_list_checklists', 'trello_add_checklist_item'],
  requires: [atLeastOne('name', 'complete', 'due', 'member', 'position', 'clear'), notCleared()],
  input: Type.Object({
    card_id: cardId,
    item_id: idOf('item'),
    name: Type.Optional(title('New text')),
    complete: Type.Optional(Type.Boolean({ description: 'true: tick it off; false: take the tick away' })),
    due: Type.Optional(when('When it is due')),
    member: Type.Optional(memberName('Who shall do it')),
    position: Type.Optional(position('New place in the checklist')),
    clear: Type.Optional(
      Type.Array(words(['due', 'member'], { description: 'A property' }), {
        minItems: 1,
        maxItems: 2,
        description: 'Properties to empty: due, member'
      })
    )
  }),
  output: ChecklistItem,
  errors: { ...NOT_FOUND('card or item') },
  examples: [
    {
      name: 'tick_off',
      summary: 'A step is done',
      input: { card_id: '697a86e05eed000000000236', item_id: '698e15205eed00000000043b', complete: true },
      output: {
        id: '698e15205eed00000000043b',
        checklist_id: '698e15205eed000000000439',
        name: 'Do it',
        complete: true,
        due: null,
        member_id: null,
        position: 32768
      }
    },
    {
      name: 'of_another_card',
      summary: 'An item that the card does not have',
      input: { card_id: '697a94f05eed000000000237', item_id: '698e15205eed00000000043b', complete: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ item_id, complete, card_id }) =>
    `${complete === undefined ? 'Change' : complete ? 'Tick off' : 'Take the tick off'} the item ${item_id} on the card ${card_id}`,
  handler: (input, call) => updateItem(call.client, input, call)
})
