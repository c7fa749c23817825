import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listWorkItems } from '../../client/work-items/work-items.ts'
import { globalErrors } from '../../errors.ts'
import { idOf, labelNames, moment, search, sort, userName } from '../../inputs/common.ts'
import { inNamespace, workItemReference, workItemType } from '../../inputs/work-items.ts'
import { untrusted } from '../../schemas/common.ts'
import { WorkItem } from '../../schemas/work-items.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_work_items',
  group: 'work_items',
  summary: 'List epics, tasks, objectives and other work items',
  description:
    'Returns work items of a project or group, with status, iteration and parent. Use it for epics, tasks and objectives, which list_issues does not return, or to filter by iteration or parent. For issues alone, list_issues has more filters.',
  permission: 'read',
  http: 'GET /work-items',
  list: true,
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_get_work_item', 'gitlab_list_iterations', 'gitlab_list_issues'],
  asked_as: {
    en: [
      'which epics do we have',
      'tasks of the epic',
      'what is in the current sprint',
      'OKRs of the group',
      'objectives and key results',
      'children of an epic',
      'all open epics of the team',
      'what are our goals for this quarter',
      'the roadmap of the group',
      'which tasks are assigned to Chen',
      'how many key results are open',
      'everything planned for the iteration',
      'which epics are at the top'
    ]
  },
  input: Type.Object({
    ...inNamespace,
    types: Type.Optional(Type.Array(workItemType('Type'), { minItems: 1, maxItems: 9, description: 'Only these types. Default: all' })),
    state: stringEnum(['opened', 'closed', 'all'], { default: 'opened', description: 'State. Default opened' }),
    search: Type.Optional(search('Words in the title or description')),
    labels: Type.Optional(labelNames('Only items with all of these labels')),
    assignee: Type.Optional(userName('Only items assigned to this user')),
    author: Type.Optional(userName('Only items created by this user')),
    milestone: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Only items of the milestone with this title' })),
    iteration_id: Type.Optional(idOf('iteration whose items to return, as list_iterations returns it')),
    parent: Type.Optional(workItemReference('Only children of this work item')),
    updated_after: Type.Optional(moment('Only items changed at or after this time')),
    include_descendants: Type.Boolean({
      default: false,
      description: 'With group. true: include work items of its subgroups and projects. Default false'
    }),
    order_by: stringEnum(['created', 'updated', 'title'], { default: 'created', description: 'Property to sort by. Default created' }),
    sort
  }),
  output: listOf(WorkItem, { untrusted }),
  errors: { ...globalErrors('project, group or parent') },
  examples: [
    {
      name: 'epics',
      summary: 'The epics of a group',
      input: { group: 'acme', types: ['epic'] },
      output: {
        items: [
          {
            id: 9002,
            iid: 2,
            type: 'Epic',
            title: 'A faster site',
            state: 'opened',
            status: 'To do',
            labels: [],
            assignees: [],
            author: { id: 2, username: 'ada', name: 'Ada Lovelace' },
            milestone: null,
            iteration: null,
            start_date: '2026-01-12',
            due_date: null,
            weight: null,
            health_status: 'onTrack',
            parent: null,
            confidential: false,
            created_at: '2026-01-12T08:00:00.000Z',
            updated_at: '2026-01-13T08:00:00.000Z',
            closed_at: null,
            reference: 'acme&2',
            url: 'https://gitlab.example.com/groups/acme/-/work_items/2'
          },
          {
            id: 9001,
            iid: 1,
            type: 'Epic',
            title: 'Better forms',
            state: 'opened',
            status: 'To do',
            labels: ['feature'],
            assignees: [],
            author: { id: 2, username: 'ada', name: 'Ada Lovelace' },
            milestone: null,
            iteration: null,
            start_date: '2026-01-12',
            due_date: null,
            weight: null,
            health_status: 'onTrack',
            parent: null,
            confidential: false,
            created_at: '2026-01-11T08:00:00.000Z',
            updated_at: '2026-01-12T08:00:00.000Z',
            closed_at: null,
            reference: 'acme&1',
            url: 'https://gitlab.example.com/groups/acme/-/work_items/1'
          }
        ],
        next_cursor: null,
        total: { value: 2, relation: 'eq' },
        untrusted: true
      }
    },
    { name: 'unknown', summary: 'A group that does not exist', input: { group: 'nothing' }, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ project, group }) => `List work items of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => listWorkItems(call.client, input, call)
})
