import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteChecklist } from '../../client/checklists.ts'
import { NOT_FOUND } from '../../failures.ts'
import { idOf } from '../../inputs.ts'
import { deleted } from '../../schemas.ts'
import { trello } from '../../tool.ts'

export default defineOperation(trello, {
  name: 'delete_checklist',
  group: 'checklists',
  summary: 'Delete a checklist with its items for good',
  description:
    'Deletes a checklist with all its items. They are lost for good, there is no undo. Use it only for a checklist that is not needed; to tick items off use update_checklist_item. One that is gone already answers 404.',
  permission: 'destructive',
  http: 'DELETE /checklists/:checklist_id',
  see_also: ['trello_list_checklists', 'trello_create_checklist'],
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
  message: ({ checklist_id }) => `Delete the checklist ${checklist_id} with its items for good`,
  handler: ({ checklist_id }, call) => deleteChecklist(call.client, checklist_id, call)
})
