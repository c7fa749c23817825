import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, words } from '../../../../contract/schema.ts'
import { listMilestones } from '../../client/milestones.ts'
import { MISSING } from '../../failures.ts'
import { pages, project, search, title } from '../../inputs.ts'
import { milestoneIids } from '../../planning-inputs.ts'
import { Milestone } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_milestones',
  group: 'planning',
  summary: 'List the milestones of a project',
  description:
    'Answers milestones by state, title or words, with their dates. Use it to find the id of a milestone, which create_issue and update_issue take. For issues of one use list_issues with milestone instead.',
  permission: 'read',
  http: 'GET /milestones',
  list: true,
  aliases: ['list_milestones'],
  see_also: ['gitlab_get_milestone', 'gitlab_list_issues'],
  input: Type.Object({
    project,
    state: words(['active', 'closed', 'all'], { default: 'all', description: 'Which: active, closed or all. Default all' }),
    search: Type.Optional(search('Words of title or description')),
    title: Type.Optional(title('Only the one of exactly this title')),
    iids: Type.Optional(milestoneIids),
    include_ancestors: Type.Boolean({
      default: false,
      description: 'true: also those of the groups above (GitLab 16.7 and later). Default false'
    }),
    ...pages
  }),
  output: listOf(Milestone, {}),
  errors: { ...MISSING('project') },
  examples: [
    {
      name: 'active',
      summary: 'Those that go on',
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
  message: ({ project }) => `List the milestones of ${project ?? 'the default project'}`,
  handler: (input, call) => listMilestones(call.client, input, call)
})
