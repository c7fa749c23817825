import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listWorkItemComments } from '../../client/work-items/comments.ts'
import { globalErrors } from '../../errors.ts'
import { systemNotes } from '../../inputs/common.ts'
import { inNamespace, workItemIid } from '../../inputs/work-items.ts'
import { untrusted } from '../../schemas/common.ts'
import { WorkItemThread } from '../../schemas/work-items.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_work_item_comments',
  group: 'work_items',
  summary: 'List the comments on an epic or other work item',
  description:
    'Returns the threads of a work item with their comments. Use it for epics, tasks and objectives; for issues, use list_issue_comments instead, which has more options.',
  permission: 'read',
  http: 'GET /work-items/:iid/comments',
  list: true,
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_add_work_item_comment', 'gitlab_get_work_item'],
  asked_as: {
    en: [
      'what was discussed about the epic',
      'discussion on the objective',
      'remarks on the task',
      'read what people think of the epic',
      'did anyone answer on the objective',
      'the discussion below epic 3',
      'what do they think about the roadmap epic',
      'comments on a task',
      'any news in the epic'
    ]
  },
  input: Type.Object({ ...inNamespace, iid: workItemIid, system: systemNotes }),
  output: listOf(WorkItemThread, { untrusted }),
  errors: { ...globalErrors('work item, project or group') },
  examples: [
    {
      name: 'epic',
      summary: 'Comments on an epic',
      input: { group: 'acme', iid: 1 },
      output: {
        items: [
          {
            id: 'f5a6fe40024c28967a354e591bb9fa21b784bf00',
            comments: [
              {
                id: 9101,
                body: 'When do we begin?',
                author: { id: 3, username: 'bea', name: 'Bea Builder' },
                system: false,
                internal: false,
                created_at: '2026-01-25T08:00:00.000Z'
              }
            ]
          }
        ],
        next_cursor: null,
        total: null,
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A work item that does not exist',
      input: { group: 'acme', iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ iid, project, group }) => `List the comments on the work item ${iid} of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => listWorkItemComments(call.client, input, call)
})
