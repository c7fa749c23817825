import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteItem } from '../../client/cards/checklists.ts'
import { cardId, idOf } from '../../inputs.ts'
import { deleted, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'delete_checklist_item',
  group: 'checklists',
  summary: 'Delete a checklist item permanently',
  description:
    'Permanently deletes one item of a checklist; the other items stay. There is no undo. Use it for an item that is not needed; to complete an item, use update_checklist_item instead, and to delete the whole checklist, delete_checklist.',
  permission: 'destructive',
  http: 'DELETE /cards/:card_id/checklist_items/:item_id',
  see_also: ['trello_list_checklists', 'trello_update_checklist_item', 'trello_delete_checklist'],
  asked_as: {
    en: [
      'remove a step from the checklist',
      'take an entry off the to-do list of the card',
      'drop one item of a checklist',
      "milk doesn't have to be on the checklist any more",
      "that step isn't needed any more",
      "cross an entry out of the card's checklist",
      'take milk off the shopping checklist',
      'the third step on the card can go',
      "we don't need that step, drop it",
      "there's a step too many on the card",
      'strike one point from the checklist'
    ]
  },
  input: Type.Object({ card_id: cardId, item_id: idOf('checklist item') }),
  output: Type.Object({ id: Type.String({ description: 'ID of the item' }), deleted }),
  errors: { ...NOT_FOUND('card or item') },
  examples: [
    {
      name: 'confirmed',
      summary: 'One of three items',
      input: { card_id: '697ba0205eed00000000024a', item_id: '698ebde05eed00000000044e', confirm: true },
      output: { id: '698ebde05eed00000000044e', deleted: true }
    },
    {
      name: 'gone',
      summary: 'An item that does not exist',
      input: { card_id: '697ba0205eed00000000024a', item_id: '0123456789abcdef01234567', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ card_id, item_id }) => `Permanently delete the checklist item ${item_id} of the card ${card_id}`,
  handler: (input, call) => deleteItem(call.client, input, call)
})
