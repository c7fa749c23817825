import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listMilestones } from '../../client/planning/milestones.ts'
import { globalErrors } from '../../errors.ts'
import { ofGroup, pages, project, search, title } from '../../inputs/common.ts'
import { milestoneIids } from '../../inputs/planning.ts'
import { Milestone } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_milestones',
  group: 'planning',
  summary: 'List the milestones of a project or group',
  description:
    'Returns milestones with state, title and dates. Use it to find the ID of a milestone, which create_issue and update_issue take. For the issues of a milestone, use list_issues with milestone instead.',
  permission: 'read',
  http: 'GET /milestones',
  list: true,
  aliases: ['list_milestones'],
  see_also: ['gitlab_get_milestone', 'gitlab_list_issues'],
  asked_as: {
    en: [
      'which sprints are planned',
      'upcoming milestones',
      'roadmap of the project',
      'sprints of the project',
      'is there a milestone for Q3',
      'what are the next dates of the project',
      'what sprints do we have',
      'which goals are coming up',
      'when are our next releases due',
      'all the milestones that are still open'
    ],
    de: ['welche Meilensteine gibt es'],
    es: ['qué hitos hay'],
    fr: ['quels jalons existent'],
    ja: ['マイルストーンの一覧'],
    pl: ['jakie są kamienie milowe']
  },
  input: Type.Object({
    project,
    group: ofGroup,
    state: stringEnum(['active', 'closed', 'all'], { default: 'all', description: 'State: active, closed or all. Default all' }),
    search: Type.Optional(search('Words in the title or description')),
    title: Type.Optional(title('Only the milestone with exactly this title')),
    iids: Type.Optional(milestoneIids),
    include_ancestors: Type.Boolean({
      default: false,
      description: 'true: include milestones of parent groups (GitLab 16.7 and later). Default false'
    }),
    ...pages
  }),
  output: listOf(Milestone, {}),
  requires: [atMostOne('project', 'group')],
  errors: { ...globalErrors('project or group') },
  examples: [
    {
      name: 'active',
      summary: 'Active milestones',
      input: { project: 'acme/web', state: 'active' },
      output: {
        items: [
          {
            id: 1004,
            iid: 1,
            title: 'Spring release',
            description: '',
            state: 'active',
            start_date: '2026-01-05',
            due_date: '2026-03-31',
            expired: true,
            project_id: 1,
            group_id: null,
            created_at: '2026-01-08T08:00:00.000Z',
            updated_at: '2026-01-08T08:00:00.000Z',
            url: 'https://gitlab.example.com/milestones/1'
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
  message: ({ project, group }) => `List the milestones of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => listMilestones(call.client, input, call)
})
