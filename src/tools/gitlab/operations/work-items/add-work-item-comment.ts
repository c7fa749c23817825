import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { brief } from '../../../../lib/format.ts'
import { addWorkItemComment } from '../../client/work-items/comments.ts'
import { resourceErrors } from '../../errors.ts'
import { commentText, discussionId, LONG_TEXT_BODY } from '../../inputs/common.ts'
import { inNamespace, workItemIid } from '../../inputs/work-items.ts'
import { WorkItemComment } from '../../schemas/work-items.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'add_work_item_comment',
  group: 'work_items',
  summary: 'Add a comment to an epic or other work item',
  description:
    'Adds a comment to a work item or, with discussion_id, a reply to a thread, and returns it. Use it for epics, tasks and other work items; for an issue, use add_issue_comment instead. Calling it twice adds two comments.',
  permission: 'write',
  http: 'POST /work-items/:iid/comments',
  success: [201],
  max_body: LONG_TEXT_BODY,
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_list_work_item_comments', 'gitlab_add_issue_comment'],
  asked_as: {
    en: [
      'comment on the epic',
      'answer in the thread of an objective',
      'leave a note on the epic',
      'write something below the epic',
      'leave a remark on the objective',
      'warn them on the epic that it slips',
      'add a note to the task',
      'answer in the thread of the epic',
      'comment on the key result',
      'ask a question on the epic',
      'report progress on the objective'
    ]
  },
  input: Type.Object({
    ...inNamespace,
    iid: workItemIid,
    body: commentText,
    internal: Type.Boolean({ default: false, description: 'true: visible only to members. Default false' }),
    discussion_id: Type.Optional(discussionId('list_work_item_comments'))
  }),
  output: WorkItemComment,
  errors: { ...resourceErrors('work item, project or group') },
  examples: [
    {
      name: 'epic',
      summary: 'Comment on an epic',
      input: { group: 'acme', iid: 2, body: 'We begin in March.' },
      output: {
        id: 1105,
        body: 'We begin in March.',
        author: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        system: false,
        internal: false,
        created_at: '2026-11-26T16:42:27.949Z'
      }
    },
    {
      name: 'unknown',
      summary: 'A work item that does not exist',
      input: { group: 'acme', iid: 9999, body: 'Hello' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ iid, body, project, group }) =>
    `Comment on the work item ${iid} of ${group ?? project ?? 'the default project'}: ${brief(body)}`,
  handler: (input, call) => addWorkItemComment(call.client, input, call)
})
