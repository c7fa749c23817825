import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listIterations } from '../../client/planning/iterations.ts'
import { globalErrors } from '../../errors.ts'
import { ofGroup, pages, projectName, search } from '../../inputs/common.ts'
import { Iteration } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_iterations',
  group: 'planning',
  summary: 'List the iterations of a project or group',
  description:
    'Returns the iterations (sprints) of a project or group with their dates. Use it to find the current one; for its work items, use list_work_items instead. Needs a paid plan.',
  permission: 'read',
  http: 'GET /iterations',
  list: true,
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_list_work_items', 'gitlab_list_milestones'],
  asked_as: {
    en: [
      'which sprint is it',
      'current iteration of the team',
      'when does the sprint end',
      'upcoming sprints',
      'in which sprint are we now',
      'when does the next iteration start',
      'all sprints of the year',
      'is there a sprint next month',
      'the dates of the sprints',
      'the ID of the current sprint'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project', 'that of the instance')),
    group: ofGroup,
    state: stringEnum(['opened', 'upcoming', 'current', 'closed', 'all'], {
      default: 'all',
      description: 'State; opened: upcoming and current. Default all'
    }),
    search: Type.Optional(search('Words in the title')),
    ...pages
  }),
  output: listOf(Iteration, {}),
  errors: { ...globalErrors('project or group') },
  examples: [
    {
      name: 'current',
      summary: 'The current iteration',
      input: { group: 'acme', state: 'current' },
      output: {
        items: [
          {
            id: 52,
            title: 'Forms',
            state: 'current',
            start_date: '2026-01-19',
            due_date: '2026-02-01',
            group_id: 10,
            url: 'https://gitlab.example.com/groups/acme/-/iterations/52'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project, group }) => `List the iterations of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => listIterations(call.client, input, call)
})
