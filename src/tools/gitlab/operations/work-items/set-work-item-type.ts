import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { convertWorkItem } from '../../client/work-items/work-items.ts'
import { resourceErrors } from '../../errors.ts'
import { inNamespace, workItemIid, workItemType } from '../../inputs/work-items.ts'
import { WorkItem } from '../../schemas/work-items.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'set_work_item_type',
  group: 'work_items',
  summary: 'Update the type of a work item',
  description:
    'Converts a work item to another type, such as an issue to a task, and returns it. Use it only if the user asks for another type: properties that the new type does not have are lost.',
  permission: 'destructive',
  http: 'PUT /work-items/:iid/type',
  idempotent: true,
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_get_work_item', 'gitlab_list_work_item_types'],
  asked_as: {
    en: [
      'turn the issue into a task',
      'convert a ticket to an incident',
      'change the kind of work item',
      'that bug is really an incident',
      'this should be a task, not an issue',
      'convert the ticket to an epic',
      'it was filed as the wrong kind',
      'the ticket should be an objective',
      'turn the task back into an issue'
    ]
  },
  input: Type.Object({ ...inNamespace, iid: workItemIid, type: workItemType('New type') }),
  output: WorkItem,
  errors: { ...resourceErrors('work item, project or group') },
  examples: [
    {
      name: 'task',
      summary: 'Convert an issue to a task',
      input: { project: 'acme/playground', iid: 9, type: 'task', confirm: true },
      output: {
        id: 1078,
        iid: 9,
        type: 'Task',
        title: 'Translate the footer (9)',
        state: 'opened',
        status: 'To do',
        labels: [],
        assignees: [{ id: 3, username: 'bea', name: 'Bea Builder' }],
        author: { id: 2, username: 'ada', name: 'Ada Lovelace' },
        milestone: 'Spring release',
        iteration: null,
        start_date: null,
        due_date: null,
        weight: null,
        health_status: null,
        parent: null,
        confidential: false,
        created_at: '2026-01-24T08:00:00.000Z',
        updated_at: '2026-03-15T08:00:00.000Z',
        closed_at: null,
        reference: 'acme/playground#9',
        url: 'https://gitlab.example.com/acme/playground/-/work_items/9'
      }
    },
    {
      name: 'unknown',
      summary: 'A work item that does not exist',
      input: { project: 'acme/playground', iid: 9999, type: 'task', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ iid, type, project, group }) => `Convert the work item ${iid} of ${group ?? project ?? 'the default project'} to ${type}`,
  handler: (input, call) => convertWorkItem(call.client, input, call)
})
