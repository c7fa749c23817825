import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { deleteWorkItem } from '../../client/work-items/work-items.ts'
import { resourceErrors } from '../../errors.ts'
import { inNamespace, workItemIid } from '../../inputs/work-items.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_work_item',
  group: 'work_items',
  summary: 'Delete an epic, task or other work item',
  description:
    'Deletes a work item with its comments; its children stay. There is no undo. Use it for items created by mistake. To close a work item, use update_work_item with state_event: close instead.',
  permission: 'destructive',
  http: 'DELETE /work-items/:iid',
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_get_work_item', 'gitlab_update_work_item'],
  asked_as: {
    en: [
      'throw the epic away',
      'remove a task for good',
      'delete the duplicate objective',
      'the epic was created by mistake',
      'we gave up the objective, get rid of it',
      'wipe the task that was only a test',
      'the key result is nonsense, erase it',
      'the epic is a duplicate, it can go',
      'I created a task twice'
    ]
  },
  input: Type.Object({ ...inNamespace, iid: workItemIid }),
  output: Type.Object({ iid: Type.Integer({ description: 'Number (IID)' }), deleted }),
  errors: { ...resourceErrors('work item, project or group') },
  examples: [
    {
      name: 'epic',
      summary: 'Delete an epic',
      input: { group: 'acme/platform', iid: 1, confirm: true },
      output: { iid: 1, deleted: true }
    },
    {
      name: 'unknown',
      summary: 'A work item that does not exist',
      input: { group: 'acme', iid: 9999, confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ iid, project, group }) => `Delete the work item ${iid} of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => deleteWorkItem(call.client, input, call)
})
