import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteChecklist } from '../../client/cards/checklists.ts'
import { idOf } from '../../inputs.ts'
import { deleted, NOT_FOUND } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'delete_checklist',
  group: 'checklists',
  summary: 'Delete a checklist with its items permanently',
  description:
    'Permanently deletes a checklist with all its items: there is no undo. Use it only for a checklist that is not needed; to complete items, use update_checklist_item. A checklist that is already gone returns 404.',
  permission: 'destructive',
  http: 'DELETE /checklists/:checklist_id',
  see_also: ['trello_list_checklists', 'trello_create_checklist'],
  asked_as: {
    en: [
      'remove the to-do list from a card',
      'the subtasks of this card are no longer needed',
      'get rid of a checklist',
      'take the steps off the card',
      'drop the to-do list in the task',
      'the card no longer needs its list of steps',
      'remove all steps of the card',
      'throw the checklist away',
      'the to-do list on the card is obsolete',
      "we don't need the packing list on the card"
    ]
  },
  input: Type.Object({ checklist_id: idOf('checklist') }),
  output: Type.Object({ id: idOf('checklist'), deleted }),
  errors: { ...NOT_FOUND('checklist') },
  examples: [
    {
      name: 'confirmed',
      summary: 'A checklist that is not needed',
      input: { checklist_id: '698e69805eed000000000442', confirm: true },
      output: { id: '698e69805eed000000000442', deleted: true }
    },
    {
      name: 'gone',
      summary: 'A checklist that does not exist',
      input: { checklist_id: '0123456789abcdef01234567', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ checklist_id }) => `Permanently delete the checklist ${checklist_id} with its items`,
  handler: ({ checklist_id }, call) => deleteChecklist(call.client, checklist_id, call)
})
