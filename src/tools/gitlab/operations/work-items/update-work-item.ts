import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, atMostOne, notCleared } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { updateWorkItem } from '../../client/work-items/work-items.ts'
import { resourceErrors } from '../../errors.ts'
import { LONG_TEXT_BODY, labelNames, richText, title, userNames } from '../../inputs/common.ts'
import { inNamespace, workItemContent, workItemIid } from '../../inputs/work-items.ts'
import { WorkItem } from '../../schemas/work-items.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_work_item',
  group: 'work_items',
  summary: 'Update an epic, task, objective or other work item',
  description:
    'Updates the given properties of a work item, keeps the others, and returns the work item. Use it for epics, tasks and objectives, and for the status, iteration or parent of an issue; for other properties of an issue, use update_issue instead. add_labels and remove_labels keep the other labels. To clear a property, list it in clear.',
  permission: 'write',
  http: 'PATCH /work-items/:iid',
  idempotent: true,
  max_body: LONG_TEXT_BODY,
  requires: [
    atMostOne('project', 'group'),
    atLeastOne('title', 'description', 'state_event', 'add_labels', 'remove_labels', ...Object.keys(workItemContent), 'clear'),
    notCleared({ milestone: 'milestone_id', iteration: 'iteration_id' })
  ],
  see_also: ['gitlab_get_work_item', 'gitlab_list_work_item_types'],
  asked_as: {
    en: [
      'move the task to in progress',
      'close the epic',
      'put the task into the current sprint',
      'set the parent of the task',
      'change the due date of the epic',
      'the epic is done',
      'the task is blocked now',
      'give the objective to Bea',
      'the epic ends in June',
      'plan the task for the next sprint',
      'move the task below another epic',
      'the epic is at risk',
      'change the title of the epic',
      'rate the story with five points'
    ]
  },
  input: Type.Object({
    ...inNamespace,
    iid: workItemIid,
    title: Type.Optional(title('New title')),
    description: Type.Optional(richText('New description. It replaces the whole text')),
    state_event: Type.Optional(stringEnum(['close', 'reopen'], { description: 'close: close the work item; reopen: reopen it' })),
    add_labels: Type.Optional(labelNames('Labels to add; existing labels stay')),
    remove_labels: Type.Optional(labelNames('Labels to remove; other labels stay')),
    ...workItemContent,
    assignees: Type.Optional(userNames('New assignees. They replace all existing ones', 'usernames')),
    clear: Type.Optional(
      Type.Array(
        stringEnum(['assignees', 'milestone', 'iteration', 'start_date', 'due_date', 'weight', 'health_status', 'parent'], {
          description: 'A property'
        }),
        { minItems: 1, maxItems: 8, description: 'Properties to clear' }
      )
    )
  }),
  output: WorkItem,
  errors: { ...resourceErrors('work item, project or group') },
  examples: [
    {
      name: 'epic',
      summary: 'Health and due date of an epic',
      input: { group: 'acme', iid: 2, health_status: 'atRisk', due_date: '2026-06-30', add_labels: ['question'] },
      output: {
        id: 9002,
        iid: 2,
        type: 'Epic',
        title: 'A faster site',
        state: 'opened',
        status: 'To do',
        labels: ['question'],
        assignees: [],
        author: { id: 2, username: 'ada', name: 'Ada Lovelace' },
        milestone: null,
        iteration: null,
        start_date: '2026-01-12',
        due_date: '2026-06-30',
        weight: null,
        health_status: 'atRisk',
        parent: null,
        confidential: false,
        created_at: '2026-01-12T08:00:00.000Z',
        updated_at: '2026-11-26T16:43:41.222Z',
        closed_at: null,
        reference: 'acme&2',
        url: 'https://gitlab.example.com/groups/acme/-/work_items/2'
      }
    },
    { name: 'nothing', summary: 'Nothing to change', input: { group: 'acme', iid: 2 }, error: { reason: 'missing_required_field' } }
  ],
  message: ({ iid, project, group }) => `Update the work item ${iid} of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => updateWorkItem(call.client, input, call)
})
