import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, notCleared } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { updateItem } from '../../client/cards/checklists.ts'
import { cardId, idOf, memberName, position, title, when } from '../../inputs.ts'
import { ChecklistItem, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'update_checklist_item',
  group: 'checklists',
  summary: 'Update or complete a checklist item',
  description:
    'Updates the given properties of a checklist item, keeps the others, and returns the updated item. Use it to complete an item (complete: true) or to correct it. list_checklists returns the IDs. To create an item, use add_checklist_item. To clear a property, list it in clear.',
  permission: 'write',
  idempotent: true,
  http: 'PATCH /cards/:card_id/checklist_items/:item_id',
  see_also: ['trello_list_checklists', 'trello_add_checklist_item'],
  asked_as: {
    en: [
      'tick off a step',
      'check a subtask',
      'mark a checklist entry as done',
      'rename a step of a checklist',
      'mark the step as done',
      'I did one of the subtasks',
      'uncheck a box on the card',
      'tick it off on the card',
      'cross it off on the card',
      'that step is done',
      'tick off milk',
      'the first step is done',
      'that point of the checklist is finished',
      "the step isn't done after all",
      'reword a step of the card'
    ],
    de: ['einen Punkt der Checkliste abhaken'],
    es: ['marca un punto de la checklist'],
    fr: ['cocher un point de la checklist'],
    ja: ['チェックリストの項目を完了'],
    pl: ['odhacz punkt checklisty']
  },
  requires: [atLeastOne('name', 'complete', 'due', 'member', 'position', 'clear'), notCleared()],
  input: Type.Object({
    card_id: cardId,
    item_id: idOf('item'),
    name: Type.Optional(title('New text')),
    complete: Type.Optional(Type.Boolean({ description: 'true: mark the item complete; false: mark it incomplete' })),
    due: Type.Optional(when('New due date')),
    member: Type.Optional(memberName('New assignee')),
    position: Type.Optional(position('New position in the checklist')),
    clear: Type.Optional(
      Type.Array(stringEnum(['due', 'member'], { description: 'A property' }), {
        minItems: 1,
        maxItems: 2,
        description: 'Properties to clear: due, member'
      })
    )
  }),
  output: ChecklistItem,
  errors: { ...NOT_FOUND('card or item') },
  examples: [
    {
      name: 'tick_off',
      summary: 'Complete an item',
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
    `${complete === undefined ? 'Update' : complete ? 'Complete' : 'Mark incomplete'} the item ${item_id} on the card ${card_id}`,
  handler: (input, call) => updateItem(call.client, input, call)
})
