import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listWorkItemTypes } from '../../client/work-items/types.ts'
import { globalErrors } from '../../errors.ts'
import { inNamespace, workItemType } from '../../inputs/work-items.ts'
import { WorkItemType } from '../../schemas/work-items.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_work_item_types',
  group: 'work_items',
  summary: 'List the types, statuses and custom fields of work items',
  description:
    'Returns the types that work items of a project or group can have, with their statuses and custom fields. Use it before you set a status or a custom field; to list work items, use list_work_items instead.',
  permission: 'read',
  http: 'GET /work-item-types',
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_create_work_item', 'gitlab_update_work_item'],
  asked_as: {
    en: [
      'which statuses can a task have',
      'custom fields of our issues',
      'what kinds of work items are there',
      'can I set a task to blocked',
      'which states exist for our epics',
      'what fields did we add to the tickets',
      'is there a type for objectives',
      'how do I name the status In review',
      'which values does the field Team take',
      'do we have key results here'
    ]
  },
  input: Type.Object({ ...inNamespace, type: Type.Optional(workItemType('Only this type')) }),
  output: Type.Object({ types: Type.Array(WorkItemType, { description: 'Types' }) }),
  errors: { ...globalErrors('project or group') },
  examples: [
    {
      name: 'task',
      summary: 'Statuses and custom fields of tasks',
      input: { project: 'acme/web', type: 'task' },
      output: {
        types: [
          {
            name: 'Task',
            statuses: [
              { name: 'To do', category: 'to_do' },
              { name: 'In progress', category: 'in_progress' },
              { name: 'Done', category: 'done' },
              { name: "Won't do", category: 'canceled' },
              { name: 'Duplicate', category: 'canceled' }
            ],
            custom_fields: [
              { name: 'Team', type: 'single_select', options: ['Web', 'Platform'] },
              { name: 'Customer', type: 'text', options: [] }
            ]
          }
        ]
      }
    },
    { name: 'unknown', summary: 'A group that does not exist', input: { group: 'nothing' }, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ project, group }) => `List the types of work items of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => listWorkItemTypes(call.client, input, call)
})
