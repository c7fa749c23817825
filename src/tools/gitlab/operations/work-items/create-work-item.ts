import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { brief } from '../../../../lib/format.ts'
import { createWorkItem } from '../../client/work-items/work-items.ts'
import { resourceErrors } from '../../errors.ts'
import { LONG_TEXT_BODY, labelNames, richText, title } from '../../inputs/common.ts'
import { inNamespace, workItemContent, workItemType } from '../../inputs/work-items.ts'
import { WorkItem } from '../../schemas/work-items.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_work_item',
  group: 'work_items',
  summary: 'Create an epic, task, objective or other work item',
  description:
    'Creates a work item and returns it. Epics belong to a group, other types to a project. Use it for what create_issue cannot create, or to set parent, status, iteration or custom fields at once; for a plain issue, use create_issue instead. Calling it twice creates two work items.',
  permission: 'write',
  http: 'POST /work-items',
  success: [201],
  max_body: LONG_TEXT_BODY,
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_list_work_items', 'gitlab_list_work_item_types', 'gitlab_create_issue'],
  asked_as: {
    en: [
      'start a new epic',
      'add a task below the epic',
      'write down an objective',
      'break the epic down into tasks',
      'we need an epic for the redesign',
      'plan a big piece of work in GitLab',
      'an OKR for the third quarter',
      'add a small to-do under the story',
      'open a key result for the objective',
      'log an incident',
      'group the tickets under a new epic'
    ]
  },
  input: Type.Object({
    ...inNamespace,
    type: workItemType('Type; epic only in a group'),
    title: title('Title'),
    description: Type.Optional(richText('Description')),
    labels: Type.Optional(labelNames('Labels, which must exist')),
    ...workItemContent
  }),
  output: WorkItem,
  errors: { ...resourceErrors('project, group or parent') },
  examples: [
    {
      name: 'task',
      summary: 'A task of an epic',
      input: {
        project: 'acme/sandpit',
        type: 'task',
        title: 'Keep what was typed',
        parent: 'acme&2',
        status: 'In progress',
        start_date: '2026-02-02',
        labels: ['feature'],
        custom_fields: [{ name: 'Team', values: ['Web'] }]
      },
      output: {
        id: 1105,
        iid: 1,
        type: 'Task',
        title: 'Keep what was typed',
        state: 'opened',
        status: 'In progress',
        labels: ['feature'],
        assignees: [],
        author: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        milestone: null,
        iteration: null,
        start_date: '2026-02-02',
        due_date: null,
        weight: null,
        health_status: null,
        parent: { reference: 'acme&2', type: 'Epic', title: 'A faster site', state: 'opened' },
        confidential: false,
        created_at: '2026-11-26T16:43:41.680Z',
        updated_at: '2026-11-26T16:43:41.680Z',
        closed_at: null,
        reference: 'acme/sandpit#1',
        url: 'https://gitlab.example.com/acme/sandpit/-/work_items/1'
      }
    },
    {
      name: 'status',
      summary: 'A status that does not exist',
      input: { project: 'acme/sandpit', type: 'task', title: 'Keep what was typed', status: 'Begun' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ type, title, project, group }) => `Create the ${type} ${brief(title)} in ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => createWorkItem(call.client, input, call)
})
